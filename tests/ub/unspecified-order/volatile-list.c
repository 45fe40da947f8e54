// expect: unspecified-order
#include <stdio.h>

struct S {
    volatile int a;
    volatile int *p;
    volatile int b;
};
static volatile int v = 1, w = 2;

int main(void) {
    struct S s = {v, &v, w};
    printf("%d\n", s.a);
    printf("%d\n", s.b);
    return 0;
}
