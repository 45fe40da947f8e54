#include <stdio.h>

int main(void) {
    struct { unsigned a : 4, b : 4; } s = { 1, 2 };
    int r = s.a++ + s.b++;
    printf("%d\n", r);
    return 0;
}
