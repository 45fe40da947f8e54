// expect: pointer-arithmetic
#include <stdio.h>

int main(void) {
    char c[2] = "x";
    char *p = c + 0x7fffffffffff;
    printf("%d\n", p == c);
    return 0;
}
