#include <stdio.h>

int main(void)
{
    int a[2] = {1, 2};
    {
        a[1] = 3;
        int *restrict p = a;
        printf("%d\n", *p);
    }
    return 0;
}
