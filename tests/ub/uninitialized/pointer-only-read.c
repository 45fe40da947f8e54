// expect: uninitialized
#include <stdio.h>

int main(void) {
    int *p;
    int *q = p;
    printf("%d\n", q == 0);
    return 0;
}
