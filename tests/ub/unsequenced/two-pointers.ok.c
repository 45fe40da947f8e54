#include <stdio.h>

int main(void) {
    int i = 1, j = 1, *p = &i, *q = &j;
    int r = ++*p + ++*q;
    printf("%d\n", r);
    return 0;
}
