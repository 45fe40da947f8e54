#include <stdio.h>

static volatile int a, b;

int main(void) {
    int r = (a = 1) + (b = 2);
    printf("%d\n", r);
    return 0;
}
