#include <stdio.h>

static int *kept;
static void keep(int *x) {
    kept = x;
}

int main(void) {
    int x = 1;
    keep(&x);
    printf("%d\n", *kept);
    return 0;
}
