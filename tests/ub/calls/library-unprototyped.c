// expect: call-type
#include <stdio.h>

void *malloc();
void free();

int main(void) {
    char *p = malloc(3);
    *p = 1;
    printf("%d\n", *p);
    free(p);
    return 0;
}
