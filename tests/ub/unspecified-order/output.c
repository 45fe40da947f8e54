// expect: unspecified-order
#include <stdio.h>

int main(void) {
    int r = putchar('a') + putchar('b');
    printf("%d\n", r);
    return 0;
}
