// expect: restrict
#include <stdio.h>

static int f(int n, int *restrict p, int *q)
{
    if (n == 0)
        return *p += *q;
    int once = f(n - 1, p, q);
    return once + f(n - 1, q, p);
}
int main(void)
{
    int x = 1;
    printf("%d\n", f(3, &x, &x));
    return 0;
}
