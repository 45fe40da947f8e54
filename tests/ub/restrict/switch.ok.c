#include <stdio.h>

static int f(int n, int *q)
{
    switch (n) {
        int *restrict p;
    case 1:
        p = q;
        *p = 1;
        return *p;
    default:
        return 0;
    }
}
int main(void)
{
    int x = 3;
    printf("%d\n", f(1, &x));
    printf("%d\n", x);
    return 0;
}
