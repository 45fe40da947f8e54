#include <stdio.h>

int main(void) {
    union { int i; unsigned u; } v = { 1 };
    v.i++;
    unsigned r = v.u;
    printf("%u\n", r);
    return 0;
}
