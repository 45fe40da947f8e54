// expect: effective-type
#include <stdio.h>

int main(void) {
    struct a { int x; } a = { 1 };
    struct b { int x; };
    printf("%d\n", ((struct b *)&a)->x);
    return 0;
}
