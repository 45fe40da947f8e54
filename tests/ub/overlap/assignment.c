// expect: overlapping-assignment
// only exact overlap is allowed (C17 6.5.16.1p3)
#include <stdio.h>

struct s { int x, y; };

int main(void) {
    union { struct s a[2]; char c[12]; } u;
    u.a[0].x = 1, u.a[0].y = 2;
    struct s *p = (struct s *)&u.c[0], *q = (struct s *)&u.c[4];
    *q = *p;
    printf("%d\n", q->x);
    return 0;
}
