// expect: float-narrowing
#include <stdio.h>

int main(void) {
    long double d = 1e4000L;
    printf("%g\n", (double)d);
    return 0;
}
