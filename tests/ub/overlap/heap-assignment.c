// expect: overlapping-assignment
#include <stdio.h>
#include <stdlib.h>

struct s { int x, y; };

int main(void) {
    int *m = malloc(3 * sizeof *m);
    m[0] = m[1] = m[2] = 1;
    *(struct s *)(m + 1) = *(struct s *)m;
    printf("%d\n", m[0]);
    return 0;
}
