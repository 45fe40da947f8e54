// expect: unspecified-value
#include <stdio.h>

int main(void) {
    union { char c; int i; } u;
    u.c = 1;
    printf("%d\n", u.i);
    return 0;
}
