// expect: uninitialized
#include <stdio.h>

int main(void) {
    int x;
    int *p = &x;
    printf("%d\n", *p);
    return 0;
}
