// expect: volatile-bypassed
#include <stdio.h>

int main(void) {
    struct { volatile int v; int x; } s = { 1, 2 };
    printf("%d\n", *(int *)&s.v);
    return 0;
}
