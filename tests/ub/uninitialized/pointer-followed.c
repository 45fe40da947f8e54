// expect: uninitialized
#include <stdio.h>

int main(void) {
    int *p;
    *p = 1;
    printf("%d\n", *p);
    return 0;
}
