// expect: pointer-arithmetic
#include <stdio.h>

int main(void) {
    struct { int x, y; } s = { 1, 2 };
    int *p = &s.x + 2;
    printf("%d\n", p == &s.x);
    return 0;
}
