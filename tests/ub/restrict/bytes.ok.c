#include <stdio.h>
#include <string.h>

static int f(int *restrict p, unsigned char *q)
{
    *p = 1;
    memset(p, 0, 2);
    memset(q + 4, 0, 2);
    return *p;
}
int main(void)
{
    int x[2] = {0, 1};
    printf("%d\n", f(x, (unsigned char *)x));
    return 0;
}
