// expect: broken-promise
#include <stdio.h>

__attribute__((nonnull(2))) static int f(int *p, int *q)
{
    return p != q;
}
int main(void)
{
    int x = 0;
    printf("%d\n", f(&x, 0));
    return 0;
}
