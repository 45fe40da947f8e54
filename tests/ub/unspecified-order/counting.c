// expect: unspecified-order
#include <stdio.h>

static int calls;
static int twice(int v) {
    calls++;
    return 2 * v + calls;
}

int main(void) {
    int r = twice(3) - twice(4);
    printf("%d %d\n", r, calls);
    return 0;
}
