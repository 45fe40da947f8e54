#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *x = malloc(sizeof *x);
    *x = 1;
    printf("%d\n", *x);
    free(x);
    return 0;
}
