#include <stdio.h>

int main(void)
{
    int x = 1, y = 2;
    int *restrict p = &x;
    int *restrict q = &y;
    q = &x;
    p = p + 0;
    printf("%d\n", *p + *q + y);
    return 0;
}
