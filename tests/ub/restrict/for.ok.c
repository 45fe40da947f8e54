#include <stdio.h>

int main(void)
{
    int a[4] = {1, 2, 3, 4}, sum = 0;
    for (int *restrict p = a; p < a + 4; p++) {
        *p += 1;
        sum += *p;
    }
    printf("%d\n", sum + a[0]);
    return 0;
}
