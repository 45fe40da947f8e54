// a store gives allocated memory a new type
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    void *p = malloc(8);
    *(int *)p = 1;
    *(float *)p = 2;
    printf("%g\n", *(float *)p);
    free(p);
    return 0;
}
