#include <stdio.h>

int main(void) {
    struct { int x, y; } s = { 1, 2 }, t = { 3, 4 }, u = t;
    int r = (s = t).x + ++u.y;
    printf("%d\n", r);
    return 0;
}
