#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = __builtin_alloca(8), *q = malloc(8);
    p[0] = 1;
    q[0] = 2;
    printf("%d\n", p[0] + q[0]);
    free(q);
    return 0;
}
