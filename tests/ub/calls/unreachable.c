// expect: unreachable
#include <stdio.h>

int main(void) {
    int x = 1;
    if (x > 0)
        __builtin_unreachable();
    printf("%d\n", x);
    return 0;
}
