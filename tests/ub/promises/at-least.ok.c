#include <stdio.h>

static int sum(const int p[const static 3])
{
    return p[0] + p[1];
}
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    printf("%d\n", sum(a + 1));
    return 0;
}
