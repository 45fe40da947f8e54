// expect: uninitialized
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(1, sizeof *p);
    p = realloc(p, 2 * sizeof *p);
    printf("%d\n", p[1]);
    return 0;
}
