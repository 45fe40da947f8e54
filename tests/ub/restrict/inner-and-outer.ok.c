#include <stdio.h>

static int f(int *restrict p)
{
    {
        int *restrict q = p;
        *q = 1;
    }
    *p += 2;
    return *p;
}
int main(void)
{
    int x = 0;
    printf("%d\n", f(&x));
    return 0;
}
