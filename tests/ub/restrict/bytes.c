// expect: restrict
#include <stdio.h>
#include <string.h>

static int f(int *restrict p, unsigned char *q)
{
    *p = 1;
    memset(q, 0, 2);
    return *p;
}
int main(void)
{
    int x = 0;
    printf("%d\n", f(&x, (unsigned char *)&x));
    return 0;
}
