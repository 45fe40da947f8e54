// expect: out-of-bounds
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[4] = 1;
    printf("%d\n", p[4]);
    return 0;
}
