#include <stdio.h>

static unsigned calls, trace;
static unsigned fib(unsigned n) {
    calls++;
    trace = trace + n + 1;
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}

int main(void) {
    printf("%u\n", fib(6));
    printf("%u %u\n", calls, trace != 0);
    return 0;
}
