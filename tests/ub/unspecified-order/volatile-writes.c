// expect: unspecified-order
// an assignment waits for the value of its right side, not for its side effect
#include <stdio.h>

volatile int a, b;
int main(void) {
    a = b = 3;
    printf("%d\n", a);
    return 0;
}
