#include <stdio.h>

static int f(int *restrict *restrict p, int *restrict *restrict q)
{
    **p = 1;
    return **q;
}
int main(void)
{
    int x = 0, y = 2;
    int *a = &x, *b = &y;
    printf("%d\n", f((int *restrict *)&a, (int *restrict *)&b));
    return 0;
}
