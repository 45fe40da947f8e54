// expect: shift-count
#include <stdio.h>

int main(void) {
    unsigned a = 1; int n = 32;
    unsigned r = a >> n;
    printf("%u\n", r);
    return 0;
}
