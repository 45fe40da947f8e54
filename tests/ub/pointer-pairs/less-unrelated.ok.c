#include <stdio.h>

int main(void) {
    int a[2];
    int *p = &a[0], *q = &a[1];
    printf("%d\n", p < q || p > q);
    return 0;
}
