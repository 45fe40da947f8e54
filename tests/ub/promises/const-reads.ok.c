#include <stdio.h>

const int g = 1;
__attribute__((const)) static int f(int x)
{
    return g + x;
}
int main(void)
{
    printf("%d\n", f(2) == 3);
    return 0;
}
