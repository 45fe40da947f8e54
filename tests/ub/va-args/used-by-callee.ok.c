#include <stdarg.h>
#include <stdio.h>

static int take(va_list *ap) {
    return va_arg(*ap, int);
}

static int both(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = take(&ap) + n;
    r += va_arg(ap, int);
    va_end(ap);
    return r;
}

int main(void) {
    printf("%d\n", both(1, 2, 3));
    return 0;
}
