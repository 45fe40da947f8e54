#include <stdio.h>
typedef int v4_int __attribute__((vector_size(16)));
typedef signed char v8_schar __attribute__((vector_size(8)));
typedef float v4_float __attribute__((vector_size(16)));

int main(void) {
    v4_float a = {1.5f, -3.9f};
    v4_int r = __builtin_convertvector(a, v4_int);
    printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
    return 0;
}
