#include <stdio.h>

int main(void) {
    struct __attribute__((packed)) { char c; short a[2]; } s = { 1, { 2, 3 } };
    printf("%d\n", s.a[1]);
    return 0;
}
