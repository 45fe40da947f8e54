// expect: restrict
#include <stdio.h>

static int f(const int *restrict p)
{
    const int *restrict q = p;
    return *q;
}
int main(void)
{
    int x = 1;
    printf("%d\n", f(&x));
    return 0;
}
