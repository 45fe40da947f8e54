// expect: misaligned
#include <stdio.h>

int main(void) {
    struct __attribute__((packed)) { char c; short a[2]; } s = { 1, { 2, 3 } };
    short *p = s.a;
    printf("%d\n", p[1]);
    return 0;
}
