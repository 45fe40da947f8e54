// expect: unspecified-value
#include <stdio.h>

int main(void) {
    union { struct { union { int a; unsigned b; } i; } s; long long l; } u;
    u.l = -1;
    u.s.i.a = 1;
    printf("%lld\n", u.l);
    return 0;
}
