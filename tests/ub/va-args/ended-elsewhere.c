// expect: va-list
#include <stdarg.h>
#include <stdio.h>

static int take(va_list *ap) {
    int r = va_arg(*ap, int);
    va_end(*ap);
    return r;
}

static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    return take(&ap) + n;
}

int main(void) {
    printf("%d\n", first(1, 2));
    return 0;
}
