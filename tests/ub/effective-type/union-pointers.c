// expect: effective-type
// through the union it would be allowed; through a pointer it is not
#include <stdio.h>

int main(void) {
    union { int i; float f; } u;
    int *p = &u.i;
    float *q = &u.f;
    *p = 1;
    printf("%g\n", *q);
    return 0;
}
