// expect: double-free
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    free(p);
    {
        int x = 1;
        printf("%d\n", x);
    }
    free(p);
    return 0;
}
