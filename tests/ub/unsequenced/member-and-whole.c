// expect: unsequenced
#include <stdio.h>

int main(void) {
    struct { int x, y; } s = { 1, 2 }, t = { 3, 4 };
    int r = (s = t).x + s.y++;
    printf("%d\n", r);
    return 0;
}
