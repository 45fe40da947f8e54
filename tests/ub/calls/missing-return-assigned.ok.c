#include <stdio.h>

static int f(void) {
}

int main(void) {
    (void)f();
    printf("0\n");
    return 0;
}
