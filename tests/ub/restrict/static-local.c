// expect: restrict
#include <stdio.h>

static int x;
static int f(int n)
{
    static int *restrict p = &x;
    *p += n;
    return *p;
}
int main(void)
{
    x = 2;
    f(1);
    printf("%d\n", f(1));
    return 0;
}
