// expect: pointer-comparison
#include <stdio.h>

int main(void) {
    int a[2], b[2];
    printf("%d\n", a >= b || a <= b);
    return 0;
}
