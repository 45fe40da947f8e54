// expect: out-of-bounds
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(6);
    int *q = (int *)p;
    q[0] = 1;
    q[1] = 2;
    printf("%d\n", q[0]);
    free(p);
    return 0;
}
