// expect: volatile-bypassed
#include <stdio.h>

int main(void) {
    volatile int v = 1;
    int *p = (int *)&v;
    *p = 2;
    printf("%d\n", v);
    return 0;
}
