#include <stdio.h>

static void add(int *restrict to, const int *restrict by) { *to += *by; }
static int f(int *restrict p)
{
    add(p, p + 1);
    p[1] += p[0];
    {
        int *restrict q = p + 1;
        *q += 1;
    }
    return p[1];
}
int main(void)
{
    int a[3] = {1, 2, 3};
    printf("%d\n", f(a));
    return 0;
}
