#include <stdio.h>

int main(void) {
    double d = 0;
    printf("%g\n", d + 1);
    return 0;
}
