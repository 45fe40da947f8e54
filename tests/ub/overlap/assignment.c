// expect: overlapping-assignment
// only exact overlap is allowed (C17 6.5.16.1p3)
#include <stdio.h>

struct s { int x, y; };

int main(void) {
    union { struct { int before; struct s s; } a; struct s b; } u;
    u.b.x = 1, u.b.y = 2;
    u.a.s = u.b;
    printf("%d\n", u.a.s.x);
    return 0;
}
