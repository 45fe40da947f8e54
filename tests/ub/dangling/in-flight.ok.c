// the object is gone when the store happens
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    *p = (printf("%d\n", *p), 2);
    free(p);
    return 0;
}
