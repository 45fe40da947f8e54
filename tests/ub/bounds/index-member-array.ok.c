#include <stdio.h>

int main(void) {
    struct { int a[2]; int b; } s = { { 1, 2 }, 3 };
    int i = 1;
    printf("%d\n", s.a[i] + s.b);
    return 0;
}
