// expect: effective-type
// GCC makes this enum compatible with unsigned
#include <stdio.h>

int main(void) {
    enum e { A, B } e = B;
    printf("%d\n", *(short *)&e);
    return 0;
}
