// expect: uninitialized
// the neighbour in the same byte has a value, this one has none
#include <stdio.h>

int main(void) {
    struct { unsigned a : 3, b : 5; } s;
    s.a = 1;
    printf("%d\n", s.b);
    return 0;
}
