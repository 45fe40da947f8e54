#include <stdio.h>

int main(void) {
    unsigned a = 8; int n = 3;
    unsigned r = a >>= n;
    printf("%u\n", r);
    return 0;
}
