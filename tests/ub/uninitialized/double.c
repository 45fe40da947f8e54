// expect: uninitialized
#include <stdio.h>

int main(void) {
    double d;
    printf("%g\n", d + 1);
    return 0;
}
