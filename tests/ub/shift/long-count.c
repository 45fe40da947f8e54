// expect: shift-count
#include <stdio.h>

int main(void) {
    long a = 1;
    printf("%ld\n", a << 64);
    return 0;
}
