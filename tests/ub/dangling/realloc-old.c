// expect: dangling-read
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int *q = realloc(p, 2 * sizeof *p);
    printf("%d\n", *p + *q);
    return 0;
}
