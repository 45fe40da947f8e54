// expect: restrict
#include <stdio.h>

struct s { int n; int *restrict p; };
static int f(struct s a, struct s b)
{
    a.p[0] = 1;
    return b.p[0];
}
int main(void)
{
    int x[2] = {4, 5};
    struct s a = {1, x}, b = {1, x};
    printf("%d\n", f(a, b));
    return 0;
}
