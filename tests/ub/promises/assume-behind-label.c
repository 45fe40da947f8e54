// expect: broken-promise
#include <stdio.h>

static int half(int x) {
    if (x > 3)
        goto even;
    return 0;
even:
    __attribute__((assume(x % 2 == 0)));
    return x / 2;
}

int main(void) {
    printf("%d\n", half(7));
    return 0;
}
