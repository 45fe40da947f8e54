#include <stdio.h>

int main(void) {
    double d = -0.9;
    printf("%d\n", (int)(unsigned)d);
    return 0;
}
