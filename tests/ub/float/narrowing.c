// expect: float-narrowing
#include <stdio.h>

int main(void) {
    double d = 1e300;
    float f = d;
    printf("%g\n", f);
    return 0;
}
