// expect: call-type
#include <stdio.h>

static int twice(int x) {
    return 2 * x;
}

int main(void) {
    int (*f)(long) = (int (*)(long))twice;
    printf("%d\n", f(2));
    return 0;
}
