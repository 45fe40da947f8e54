#include <stdio.h>

static int f(int *restrict p, int *restrict q)
{
    return *p + *q;
}
int main(void)
{
    int x = 4;
    printf("%d\n", f(&x, &x));
    return 0;
}
