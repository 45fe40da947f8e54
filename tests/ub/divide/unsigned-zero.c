// expect: divide-by-zero
#include <stdio.h>

int main(void) {
    unsigned a = 7, b = 0;
    printf("%u\n", a / b);
    return 0;
}
