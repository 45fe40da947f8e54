#include <stdio.h>

int main(void) {
    union { unsigned char c[4]; unsigned i; } u;
    for (int k = 0; k < 4; k++)
        u.c[k] = 1;
    printf("%u\n", u.i);
    return 0;
}
