// expect: pointer-comparison
#include <stdio.h>

int main(void) {
    int x, y;
    int *p = &x, *q = &y;
    printf("%d\n", p < q || p > q);
    return 0;
}
