// expect: restrict
#include <stdio.h>

static int f(int *restrict p, int *q)
{
    *p = 1;
    *q = 2;
    return *p;
}
int main(void)
{
    int x = 0;
    printf("%d\n", f(&x, &x) == 2);
    return 0;
}
