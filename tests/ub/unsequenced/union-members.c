// expect: unsequenced
#include <stdio.h>

int main(void) {
    union { int i; unsigned u; } v = { 1 };
    unsigned r = v.i++ + v.u;
    printf("%u\n", r);
    return 0;
}
