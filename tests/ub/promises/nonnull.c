// expect: broken-promise
#include <stdio.h>

__attribute__((nonnull)) static int f(int *p)
{
    return p == 0;
}
int main(void)
{
    int *p = 0;
    printf("%d\n", f(p));
    return 0;
}
