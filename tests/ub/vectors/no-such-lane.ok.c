#include <stdio.h>
typedef int v4_int __attribute__((vector_size(16)));
typedef signed char v8_schar __attribute__((vector_size(8)));
typedef float v4_float __attribute__((vector_size(16)));

int main(void) {
    v4_int r = {1, 2, 3, 4};
    int i = 3;
    r[i] = 7;
    printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
    return 0;
}
