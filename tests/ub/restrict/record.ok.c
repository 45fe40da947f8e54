#include <stdio.h>

struct s { int a[4]; };
static int f(struct s *restrict p, struct s *q)
{
    p->a[1] = 1;
    struct s t = *p;
    return t.a[0] + q->a[0];
}
int main(void)
{
    struct s x = {{1, 2, 3, 4}};
    printf("%d\n", f(&x, &x));
    return 0;
}
