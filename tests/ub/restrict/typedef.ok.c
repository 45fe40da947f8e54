#include <stdio.h>

typedef int *restrict only;
static int f(only p, int n, int q[1])
{
    *p = 1;
    return q[0];
}
int main(void)
{
    int x = 0, y = 3;
    printf("%d\n", f(&x, 1, &y));
    return 0;
}
