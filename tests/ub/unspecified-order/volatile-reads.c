// expect: unspecified-order
// a volatile access is a side effect, also if it reads (C17 5.1.2.3p2)
#include <stdio.h>

int main(void) {
    volatile int v = 1;
    int r = v + v;
    printf("%d\n", r);
    return 0;
}
