// expect: pointer-comparison
#include <stdio.h>

int main(void) {
    int x;
    int *p = &x, *q = 0;
    printf("%d\n", q < p);
    return 0;
}
