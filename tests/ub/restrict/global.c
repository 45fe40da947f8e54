// expect: restrict
#include <stdio.h>

static int g = 1;
static int bump(void) { return g += 1; }
static int f(int *restrict p)
{
    *p += 1;
    return bump();
}
int main(void)
{
    printf("%d\n", f(&g));
    return 0;
}
