// expect: signed-overflow
#include <stdio.h>
#include <limits.h>

int main(void) {
    long a = LONG_MAX;
    long r = a + 1;
    printf("%ld\n", r);
    return 0;
}
