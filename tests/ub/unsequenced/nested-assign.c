// expect: unsequenced
#include <stdio.h>

int main(void) {
    int i = 1;
    int r = (i = 2) + (i = 3);
    printf("%d\n", r);
    return 0;
}
