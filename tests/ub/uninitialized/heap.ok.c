#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(1, sizeof *p);
    printf("%d\n", *p);
    free(p);
    return 0;
}
