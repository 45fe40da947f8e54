#include <stdio.h>

static int f(int p[restrict static 1], int q[const])
{
    p[0] = 1;
    return q[0];
}
int main(void)
{
    int x = 0, y = 3;
    printf("%d\n", f(&x, &y));
    return 0;
}
