#include <stdio.h>

int main(void) {
    int r = putchar('a') + 'b';
    printf("%d\n", r);
    return 0;
}
