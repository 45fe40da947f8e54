// expect: dangling-read
// the memory may be the same again; the pointer is not
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    int *q = p;
    free(p);
    p = malloc(sizeof *p);
    *p = 1;
    printf("%d\n", *q);
    return 0;
}
