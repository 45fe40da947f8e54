// expect: double-free
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    free(p);
    p = realloc(p, 8);
    printf("done\n");
    return 0;
}
