// expect: null-pointer
#include <stdio.h>

int main(void) {
    int *p = 0;
    int *q = p + 1;
    printf("%d\n", q == p);
    return 0;
}
