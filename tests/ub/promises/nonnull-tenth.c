// expect: broken-promise
#include <stdio.h>

__attribute__((nonnull(10))) static int first(int a, int b, int c, int d, int e, int f, int g, int h, int *i, int *j) {
    return a + b + c + d + e + f + g + h + (i == 0) + (j == 0);
}

int main(void) {
    int x = 1, *p = 0, *q = &x;
    printf("%d\n", first(1, 2, 3, 4, 5, 6, 7, 8, p, p));
    return x - *q;
}
