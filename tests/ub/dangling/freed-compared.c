// expect: dangling-read
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    printf("%d\n", p != 0);
    return 0;
}
