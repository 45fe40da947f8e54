// expect: unspecified-value
// storing the smaller member leaves the rest unspecified (C17 6.2.6.1p7)
#include <stdio.h>

int main(void) {
    union { int i; char c; } u;
    u.i = 0x01010101;
    u.c = 2;
    printf("%d\n", u.i);
    return 0;
}
