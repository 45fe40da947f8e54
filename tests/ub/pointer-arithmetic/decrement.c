// expect: pointer-arithmetic
#include <stdio.h>

int main(void) {
    int x = 1;
    int *p = &x;
    --p;
    printf("%d\n", p == &x);
    return 0;
}
