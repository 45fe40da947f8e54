#include <stdio.h>

int main(void)
{
    int a[2] = {1, 2}, i = 0;
again:
    a[0] += 1;
    goto in;
    {
        int *restrict p;
    in:
        p = a;
        *p += 1;
        if (i++ < 3)
            goto again;
    }
    printf("%d\n", a[0]);
    return 0;
}
