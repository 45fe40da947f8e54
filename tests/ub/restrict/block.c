// expect: restrict
#include <stdio.h>

int main(void)
{
    int a[2] = {1, 2};
    {
        int *restrict p = a;
        p[0] = 5;
        printf("%d\n", a[0]);
    }
    return 0;
}
