#include <stdio.h>

int main(void) {
    struct { volatile int v; int x; } s = { 1, 2 };
    int *p = &s.x;
    printf("%d\n", *p + s.v);
    return 0;
}
