// without a return it may be called, but its value not used
#include <stdio.h>

static int f(int x) {
    if (x)
        return 1;
}

int main(void) {
    f(0);
    printf("%d\n", f(1));
    return 0;
}
