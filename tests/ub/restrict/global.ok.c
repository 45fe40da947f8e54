#include <stdio.h>

static int g = 1;
static int bump(void) { return g += 1; }
static int f(int *restrict p)
{
    *p += 1;
    return *p;
}
int main(void)
{
    bump();
    f(&g);
    bump();
    printf("%d\n", f(&g));
    printf("%d\n", g);
    return 0;
}
