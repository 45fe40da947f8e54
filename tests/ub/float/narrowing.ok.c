#include <stdio.h>

int main(void) {
    double d = 1e38;
    float f = d;
    printf("%g\n", f);
    return 0;
}
