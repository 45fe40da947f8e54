// expect: restrict
#include <stdio.h>

static int f(const int *restrict p)
{
    *(int *)p += 1;
    return *p;
}
int main(void)
{
    int x = 1;
    printf("%d\n", f(&x));
    return 0;
}
