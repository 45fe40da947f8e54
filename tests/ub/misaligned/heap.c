// expect: misaligned
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(16);
    long *p = (long *)(a + 4);
    *p = 1;
    printf("%ld\n", *p);
    return 0;
}
