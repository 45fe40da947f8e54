#include <stdio.h>

static int f(int *restrict p)
{
    *(int *)p += 1;
    return *(const int *)p;
}
int main(void)
{
    int x = 1;
    printf("%d\n", f(&x));
    return 0;
}
