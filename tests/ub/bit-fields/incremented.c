// expect: unspecified-bit-field-type
#include <stdio.h>

struct s {
    unsigned long long x : 40;
} v = {(1ULL << 40) - 1};

int main(void) {
    int top = (int)((v.x++ + 1) >> 39);
    printf("%d %d\n", top, (int)v.x);
    return 0;
}
