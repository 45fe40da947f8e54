// expect: broken-promise
#include <stdio.h>

static int g = 1;
[[gnu::const]] static int f(int x)
{
    return g + x;
}
int main(void)
{
    printf("%d\n", f(2) == 3);
    return 0;
}
