// expect: misaligned
#include <stdio.h>

int main(void) {
    struct __attribute__((packed)) { char c; int i; } s = { 1, 2 };
    int *p = &s.i;
    printf("%d\n", *p);
    return 0;
}
