// expect: va-list
#include <stdio.h>
#include <stdarg.h>

static int f(int n, ...) {
    va_list ap;
    va_start(ap, n);
    va_end(ap);
    return va_arg(ap, int) + n;
}

int main(void) {
    printf("%d\n", f(1, 2));
    return 0;
}
