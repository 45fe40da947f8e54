// expect: index-out-of-bounds
#include <stdio.h>

int main(void) {
    struct { int a[2]; int b; } s = { { 1, 2 }, 3 };
    int i = 2;
    printf("%d\n", s.a[i]);
    return 0;
}
