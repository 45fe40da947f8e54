// expect: missing-return
#include <stdio.h>

static int f(void) {
}

int main(void) {
    int x = f();
    printf("%d\n", x * 0);
    return 0;
}
