// expect: bad-free
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int x = 1;
    free(&x);
    printf("%d\n", x);
    return 0;
}
