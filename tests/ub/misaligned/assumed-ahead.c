// expect: misaligned
#include <stdio.h>

static _Alignas(16) char area[64];

int main(void) {
    char *p = __builtin_assume_aligned(area + 16, 16, 4);
    *p = 3;
    printf("%d\n", area[16] + area[20]);
    return 0;
}
