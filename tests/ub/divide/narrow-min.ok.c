// -128 / -1 is computed in int
#include <stdio.h>
#include <limits.h>

int main(void) {
    signed char a = -128, b = -1;
    printf("%d\n", a / b);
    return 0;
}
