#include <stdio.h>

__attribute__((nonnull)) static int f(int *p)
{
    return p == 0;
}
int main(void)
{
    int x = 0;
    int *p = &x;
    printf("%d\n", f(p));
    return 0;
}
