// expect: pointer-arithmetic
#include <stdio.h>

int main(void) {
    int a[2][3] = { { 1 }, { 4 } };
    int (*p)[3] = a + 3;
    printf("%d\n", p == a);
    return 0;
}
