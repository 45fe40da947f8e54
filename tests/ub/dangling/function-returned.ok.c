#include <stdio.h>

static int *local(void) {
    static int x = 1;
    int *p = &x;
    return p;
}

int main(void) {
    int *p = local();
    printf("%d\n", *p);
    return 0;
}
