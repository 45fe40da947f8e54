// expect: va-end-missing
#include <stdarg.h>
#include <stdio.h>

static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    return va_arg(ap, int) + n;
}

int main(void) {
    printf("%d\n", first(1, 2));
    return 0;
}
