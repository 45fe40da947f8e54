#include <stdio.h>

int main(void) {
    long a = 1;
    printf("%ld\n", a << 62);
    return 0;
}
