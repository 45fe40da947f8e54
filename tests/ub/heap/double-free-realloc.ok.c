#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    p = realloc(p, 8);
    free(p);
    printf("done\n");
    return 0;
}
