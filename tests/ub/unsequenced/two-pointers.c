// expect: unsequenced
#include <stdio.h>

int main(void) {
    int i = 1, *p = &i, *q = &i;
    int r = ++*p + ++*q;
    printf("%d\n", r);
    return 0;
}
