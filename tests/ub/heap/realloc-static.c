// expect: bad-free
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static int x[2];
    int *p = realloc(x, 16);
    printf("%d\n", p != 0);
    return 0;
}
