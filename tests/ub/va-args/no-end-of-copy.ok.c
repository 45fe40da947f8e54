#include <stdarg.h>
#include <stdio.h>

static int first(int n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    int r = va_arg(copy, int) + n;
    va_end(copy);
    va_end(ap);
    return r;
}

int main(void) {
    printf("%d\n", first(1, 2));
    return 0;
}
