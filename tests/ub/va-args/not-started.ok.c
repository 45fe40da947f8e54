#include <stdio.h>
#include <stdarg.h>

static int f(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, int) + n;
    va_end(ap);
    return r;
}

int main(void) {
    printf("%d\n", f(1, 2));
    return 0;
}
