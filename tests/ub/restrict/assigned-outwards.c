// expect: restrict
#include <stdio.h>

int main(void)
{
    int x = 1;
    int *restrict p = 0;
    {
        int *restrict q = &x;
        p = q;
    }
    printf("%d\n", *p);
    return 0;
}
