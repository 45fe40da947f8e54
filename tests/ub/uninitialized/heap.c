// expect: uninitialized
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    printf("%d\n", *p);
    return 0;
}
