#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = realloc(0, 16);
    printf("%d\n", p != 0);
    free(p);
    return 0;
}
