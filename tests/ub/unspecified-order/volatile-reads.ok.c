// different objects: in which order they are read makes no difference to their values
#include <stdio.h>

static volatile int v = 1, w = 2;

static int say(int n) {
    printf("%d\n", n);
    return n + v;
}

int main(void) {
    struct {
        volatile int a, b;
    } s = {v, w};
    int r = v + w * s.a + s.b;
    v = w = 3;
    r += v + say(2);
    printf("%d\n", r);
    return 0;
}
