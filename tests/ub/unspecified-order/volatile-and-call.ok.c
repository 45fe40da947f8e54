#include <stdio.h>

static int say(int n) {
    printf("%d\n", n);
    return n;
}

int main(void) {
    volatile int v = 1;
    int r = v;
    r += say(2);
    printf("%d\n", r);
    return 0;
}
