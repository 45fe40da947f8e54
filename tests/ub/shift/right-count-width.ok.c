#include <stdio.h>

int main(void) {
    unsigned a = 1u << 31; int n = 31;
    unsigned r = a >> n;
    printf("%u\n", r);
    return 0;
}
