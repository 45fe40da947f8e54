// expect: unspecified-pointer-equality
#include <stdio.h>

int main(void) {
    int x = 1, y = 2;
    int *p = &x + 1, *q = &y;
    printf("%d\n", (p == q) * 0 + 1);
    return 0;
}
