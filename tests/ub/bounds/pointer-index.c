// expect: out-of-bounds
#include <stdio.h>

int main(void) {
    int a[3] = { 1, 2, 3 };
    int *p = a + 1;
    printf("%d\n", p[2]);
    return 0;
}
