// expect: pointer-difference
#include <stdio.h>

int main(void) {
    int x, *p = &x, *q = 0;
    printf("%d\n", p - q != 0);
    return 0;
}
