#include <stdio.h>

static void copy(int n, int *restrict to, const int *restrict from)
{
    while (n-- > 0)
        *to++ = *from++;
}
int main(void)
{
    int a[8] = {1, 2, 3, 4};
    copy(4, a + 4, a);
    printf("%d\n", a[6]);
    return 0;
}
