#include <stdio.h>

int main(void) {
    struct { char c; int i; } s = { 1, 2 };
    unsigned char *p = (unsigned char *)&s;
    printf("%d\n", p[0]);
    return 0;
}
