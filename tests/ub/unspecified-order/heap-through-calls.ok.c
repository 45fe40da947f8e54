#include <stdio.h>
#include <stdlib.h>

static int bump(int *p) {
    return ++*p;
}

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int a = bump(p);
    printf("%d\n", a * 10 + bump(p));
    free(p);
    return 0;
}
