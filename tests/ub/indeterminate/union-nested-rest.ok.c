#include <stdio.h>

int main(void) {
    union { struct { union { int a; unsigned b; } i; } s; long long l; } u;
    u.l = -1;
    u.s.i.a = 1;
    printf("%u\n", u.s.i.b);
    return 0;
}
