#include <stdio.h>

static int f(int n, int *restrict p, const int *q)
{
    if (n == 0)
        return *p += *q;
    int once = f(n - 1, p, q);
    return once + f(n - 1, p, q);
}
int main(void)
{
    int x = 1, y = 2;
    printf("%d\n", f(3, &x, &y));
    return 0;
}
