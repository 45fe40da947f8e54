#include <stdarg.h>
#include <stdio.h>

static int first(int (*n)(void), ...) {
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, int);
    va_end(ap);
    return r;
}

int main(void) {
    int (*arg)(void) = 0;
    printf("%d\n", first(arg, 2));
    return 0;
}
