#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[3] = 1;
    printf("%d\n", p[3]);
    free(p);
    return 0;
}
