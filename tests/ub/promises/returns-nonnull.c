// expect: broken-promise
#include <stdio.h>

int g;
__attribute__((returns_nonnull)) static int *f(int x)
{
    return x ? &g : 0;
}
int main(void)
{
    printf("%d\n", f(0) != &g);
    return 0;
}
