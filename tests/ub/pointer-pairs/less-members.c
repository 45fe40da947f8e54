// expect: pointer-comparison
#include <stdio.h>

int main(void) {
    struct { int x, y; } s, t;
    printf("%d\n", &s.x < &t.y || 1);
    return 0;
}
