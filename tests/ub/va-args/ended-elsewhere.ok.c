#include <stdarg.h>
#include <stdio.h>

static int take(va_list *ap) {
    int r = va_arg(*ap, int);
    return r;
}

static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = take(&ap) + n;
    va_end(ap);
    return r;
}

int main(void) {
    printf("%d\n", first(1, 2));
    return 0;
}
