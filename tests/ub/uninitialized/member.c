// expect: uninitialized
#include <stdio.h>

int main(void) {
    struct { int x, y; } s;
    s.x = 1;
    printf("%d\n", s.y);
    return 0;
}
