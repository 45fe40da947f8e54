// expect: restrict
#include <stdio.h>

static int f(int *restrict p, int *restrict q)
{
    *p = 1;
    return *q;
}
int main(void)
{
    int x = 0;
    printf("%d\n", f(&x, &x));
    return 0;
}
