// expect: restrict
#include <stdio.h>

static void add(int *restrict to, const int *restrict by) { *to += *by; }
static int f(int *restrict p)
{
    add(p, p);
    return *p;
}
int main(void)
{
    int a[3] = {1, 2, 3};
    printf("%d\n", f(a));
    return 0;
}
