#include <stdio.h>

int main(void) {
    double d = 2147483647.9;
    printf("%d\n", (int)d);
    return 0;
}
