// expect: pointer-difference
#include <stdio.h>

int main(void) {
    int x, y;
    printf("%d\n", &x - &y != 0);
    return 0;
}
