// expect: unspecified-order
#include <stdio.h>
#include <stdlib.h>

static int bump(int *p) {
    return ++*p;
}

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    printf("%d\n", bump(p) * 10 + bump(p));
    return 0;
}
