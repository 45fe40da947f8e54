// expect: missing-return
// without a return it may be called, but its value not used
#include <stdio.h>

static int f(int x) {
    if (x)
        return 1;
}

int main(void) {
    printf("%d\n", f(0));
    return 0;
}
