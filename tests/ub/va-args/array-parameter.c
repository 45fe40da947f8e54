// expect: va-start
#include <stdarg.h>
#include <stdio.h>

static int first(int n[2], ...) {
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, int);
    va_end(ap);
    return r;
}

int main(void) {
    int arg[2] = {1, 2};
    printf("%d\n", first(arg, 2));
    return 0;
}
