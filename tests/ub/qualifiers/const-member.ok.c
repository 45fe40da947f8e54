#include <stdio.h>

int main(void) {
    struct { const int x; int y; } s = { 1, 2 };
    s.y = 3;
    printf("%d\n", s.y);
    return 0;
}
