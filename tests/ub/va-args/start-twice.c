// expect: va-start-twice
#include <stdarg.h>
#include <stdio.h>

static int twice(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, int);
    va_start(ap, n);
    r += va_arg(ap, int);
    va_end(ap);
    return r;
}

int main(void) {
    printf("%d\n", twice(1, 2));
    return 0;
}
