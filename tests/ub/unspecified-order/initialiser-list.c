// expect: unspecified-order
// the expressions of a list are evaluated in any order (C17 6.7.9p23)
#include <stdio.h>

int main(void) {
    int i = 1;
    int a[2] = { i++, i++ };
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
