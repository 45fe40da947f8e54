// expect: restrict
#include <stdio.h>

static int f(int n, int *q)
{
    switch (n) {
        int *restrict p;
    case 1:
        p = q;
        *p = 1;
        return *q;
    default:
        return 0;
    }
}
int main(void)
{
    int x = 3;
    printf("%d\n", f(1, &x));
    return 0;
}
