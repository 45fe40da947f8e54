#include <stdio.h>

int main(void) {
    printf("%g\n", 1.0);
    return 0;
}
