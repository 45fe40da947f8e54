// expect: broken-promise
#include <stdio.h>

__attribute__((__nonnull__(1, 3))) static int f(int *p, int *q, int *r);
static int f(int *p, int *q, int *r)
{
    return p != q && q != r;
}
int main(void)
{
    int x = 0;
    printf("%d\n", f(&x, 0, 0));
    return 0;
}
