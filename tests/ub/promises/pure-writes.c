// expect: broken-promise
#include <stdio.h>

int g = 1;
__attribute__((pure)) static int f(int x)
{
    g += x;
    return g;
}
int main(void)
{
    printf("%d\n", f(2) == 3);
    return 0;
}
