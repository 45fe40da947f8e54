#include <stdio.h>

static int divisor, calls;
static int half(int v) {
    calls++;
    return v / 2;
}
static int quotient(int v) {
    calls++;
    return divisor >= 0 ? v : v / divisor;
}
static int set(int v) {
    calls++;
    divisor = 1;
    return v;
}

int main(void) {
    int r = (set(1), half(8)) + quotient(9);
    printf("%d %d\n", r, calls);
    return 0;
}
