// expect: null-pointer
// &*p does not follow the pointer (C17 6.5.3.2p3)
#include <stdio.h>

int main(void) {
    static int *p;
    *p = 1;
    printf("%d\n", *p);
    return 0;
}
