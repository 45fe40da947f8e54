// expect: restrict
#include <stdio.h>

int main(void)
{
    int x[2] = {1, 2};
    int *restrict a[2] = {x, x};
    *a[0] = 3;
    printf("%d\n", *a[1]);
    return 0;
}
