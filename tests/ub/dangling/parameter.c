// expect: dangling-read
#include <stdio.h>

static int *kept;
static void keep(int x) {
    kept = &x;
}

int main(void) {
    keep(1);
    printf("%d\n", *kept);
    return 0;
}
