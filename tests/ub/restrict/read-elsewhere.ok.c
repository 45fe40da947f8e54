#include <stdio.h>

static int g[2] = {1, 2};
static int f(int *restrict p)
{
    int old = g[0];
    p[1] = 2;
    return old + p[0] + g[0];
}
int main(void)
{
    printf("%d\n", f(g));
    printf("%d\n", f(g));
    return 0;
}
