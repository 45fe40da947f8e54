// expect: restrict
#include <stdio.h>

int main(void)
{
    int x = 1, y = 2;
    int *restrict p = &x;
    int *restrict q = &y;
    q = p;
    printf("%d\n", y);
    return 0;
}
