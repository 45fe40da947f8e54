#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    p = 0;
    printf("%d\n", p != 0);
    return 0;
}
