// &*p does not follow the pointer (C17 6.5.3.2p3)
#include <stdio.h>

int main(void) {
    static int *p;
    printf("%d\n", &*p == 0);
    return 0;
}
