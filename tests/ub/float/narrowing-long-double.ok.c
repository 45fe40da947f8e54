#include <stdio.h>

int main(void) {
    long double d = 1e300L;
    printf("%g\n", (double)d);
    return 0;
}
