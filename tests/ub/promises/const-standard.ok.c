#include <stdio.h>

static int g = 1;
[[gnu::const]] static int f(int x)
{
    return 1 + x;
}
int main(void)
{
    printf("%d\n", f(2) + g == 4);
    return 0;
}
