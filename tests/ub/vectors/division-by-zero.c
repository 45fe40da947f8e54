// expect: divide-by-zero
#include <stdio.h>
typedef int v4_int __attribute__((vector_size(16)));
typedef signed char v8_schar __attribute__((vector_size(8)));
typedef float v4_float __attribute__((vector_size(16)));

int main(void) {
    v4_int a = {9, 8, 7, 6}, b = {1, 2, 0, 4};
    v4_int r = a / b;
    printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
    return 0;
}
