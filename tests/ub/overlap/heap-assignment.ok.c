#include <stdio.h>
#include <stdlib.h>

struct s { int x, y; };

int main(void) {
    int *m = malloc(4 * sizeof *m);
    m[0] = m[1] = m[2] = m[3] = 1;
    *(struct s *)(m + 2) = *(struct s *)m;
    printf("%d\n", m[3]);
    free(m);
    return 0;
}
