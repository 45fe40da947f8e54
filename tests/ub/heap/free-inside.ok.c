#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    free(p + 1 - 1);
    printf("done\n");
    return 0;
}
