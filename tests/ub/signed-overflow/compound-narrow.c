// expect: signed-overflow
// a narrow left side is promoted, so that only the sum in int can overflow
#include <stdio.h>
#include <limits.h>

int main(void) {
    short s = 2;
    int big = INT_MAX;
    s += big;
    printf("%d\n", s);
    return 0;
}
