#include <stdio.h>

int main(void) {
    unsigned a = 7, b = -1;
    printf("%u\n", a / b);
    return 0;
}
