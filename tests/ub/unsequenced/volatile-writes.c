// expect: unsequenced
#include <stdio.h>

static volatile int a;

int main(void) {
    int r = (a = 1) + (a = 2);
    printf("%d\n", r);
    return 0;
}
