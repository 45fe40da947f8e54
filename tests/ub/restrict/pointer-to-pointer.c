// expect: restrict
#include <stdio.h>

static int f(int *restrict *restrict p, int *restrict *restrict q)
{
    **p = 1;
    return **q;
}
int main(void)
{
    int x = 0;
    int *a = &x;
    printf("%d\n", f((int *restrict *)&a, (int *restrict *)&a));
    return 0;
}
