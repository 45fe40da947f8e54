// expect: restrict
#include <stdio.h>

static int f(int *restrict p, int *q)
{
    *p = 1;
    return *q;
}
int main(void)
{
    int (*g)(int *restrict, int *) = f;
    int x = 0;
    printf("%d\n", g(&x, &x));
    return 0;
}
