#include <stdio.h>

int main(void) {
    int v = 1;
    volatile int *p = &v;
    *p = 2;
    printf("%d\n", v);
    return 0;
}
