// expect: volatile-bypassed
#include <stdio.h>

int main(void) {
    volatile int v = 1;
    int *p = (int *)&v;
    printf("%d\n", *p);
    return 0;
}
