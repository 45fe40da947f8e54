// signed and unsigned fit only for values that both have
#include <stdio.h>
#include <stdarg.h>

static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int s = 0;
    while (n-- > 0)
        s += va_arg(ap, unsigned);
    va_end(ap);
    return s;
}

int main(void) {
    printf("%d\n", sum(1, 1));
    return 0;
}
