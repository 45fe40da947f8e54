#include <stdio.h>

void *malloc();
void free();

int main(void) {
    char *p = malloc(sizeof *p);
    *p = 1;
    printf("%d\n", *p);
    free(p);
    return 0;
}
