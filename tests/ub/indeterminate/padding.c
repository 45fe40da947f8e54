// expect: unspecified-value
#include <stdio.h>

int main(void) {
    struct { char c; int i; } s = { 1, 2 };
    unsigned char *p = (unsigned char *)&s;
    printf("%d\n", p[1] * 0 + 1);
    return 0;
}
