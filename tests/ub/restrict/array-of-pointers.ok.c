#include <stdio.h>

int main(void)
{
    int x[2] = {1, 2};
    int *restrict a[2] = {x, x + 1};
    *a[0] = 3;
    *a[1] = 4;
    printf("%d\n", *a[1] + a[0][0]);
    return 0;
}
