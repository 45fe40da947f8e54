// expect: va-arg-type
#include <stdio.h>
#include <stdarg.h>

static double last(int n, ...) {
    va_list ap;
    double value = 0;
    va_start(ap, n);
    if (n > 1)
        value = va_arg(ap, float);
    else
        value = va_arg(ap, double);
    va_end(ap);
    return value;
}

int main(void) {
    printf("%g\n", last(2, 1.5));
    return 0;
}
