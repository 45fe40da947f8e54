#include <stdio.h>

int main(void) {
    volatile int v = 1;
    volatile int *p = &v;
    printf("%d\n", *p);
    return 0;
}
