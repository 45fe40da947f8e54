// expect: restrict
#include <stdio.h>

static int g = 1;
static int f(int *restrict p)
{
    int old = g;
    *p = 2;
    return old;
}
int main(void)
{
    printf("%d\n", f(&g));
    return 0;
}
