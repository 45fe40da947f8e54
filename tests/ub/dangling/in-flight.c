// expect: dangling
// the object is gone when the store happens
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    *p = (free(p), 2);
    printf("done\n");
    return 0;
}
