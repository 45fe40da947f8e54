#include <stdio.h>
typedef int v4_int __attribute__((vector_size(16)));
typedef signed char v8_schar __attribute__((vector_size(8)));
typedef float v4_float __attribute__((vector_size(16)));

int main(void) {
    v8_schar a = {1, 1, 1, 1}, n = {0, 3, 6, 1};
    v8_schar r = a << n;
    printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
    return 0;
}
