#include <stdio.h>

static struct { long long a; int b, c; } s = {1, 2, 3};
__attribute__((assume_aligned(8))) static int *second(void)
{
    return &s.b;
}
int main(void)
{
    printf("%d\n", *second());
    return 0;
}
