// through the union it would be allowed; through a pointer it is not
#include <stdio.h>

int main(void) {
    union { int i; float f; } u;
    u.i = 1;
    u.f = 2;
    float *q = &u.f;
    printf("%g\n", *q);
    return 0;
}
