// expect: restrict
#include <stdio.h>

int main(void)
{
    int a[2] = {1, 2}, i = 0;
    goto in;
    {
        int *restrict p;
    in:
        p = a;
        *p += 1;
        a[0] += 1;
        if (i++ < 1)
            goto in;
    }
    printf("%d\n", a[0]);
    return 0;
}
