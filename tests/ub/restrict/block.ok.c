#include <stdio.h>

int main(void)
{
    int a[2] = {1, 2};
    a[0] = 3;
    {
        int *restrict p = a;
        p[0] += 5;
        printf("%d\n", a[1]);
    }
    printf("%d\n", a[0]);
    return 0;
}
