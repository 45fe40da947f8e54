#include <stdio.h>

static int *same(int *restrict q) { return q; }
int main(void)
{
    int x = 1;
    int *restrict p = 0;
    p = same(&x);
    printf("%d\n", *p);
    return 0;
}
