// GCC makes this enum compatible with unsigned
#include <stdio.h>

int main(void) {
    enum e { A, B } e = B;
    printf("%u\n", *(unsigned *)&e);
    return 0;
}
