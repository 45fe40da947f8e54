// the memory may be the same again; the pointer is not
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    int *q = p;
    *p = 1;
    printf("%d\n", *q);
    free(p);
    return 0;
}
