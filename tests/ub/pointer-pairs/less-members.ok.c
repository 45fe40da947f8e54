#include <stdio.h>

int main(void) {
    struct { int x, y; } s;
    printf("%d\n", &s.x < &s.y);
    return 0;
}
