// expect: unsequenced
#include <stdio.h>

int main(void) {
    int i = 1;
    int r = (i ? i++ : 0) + i;
    printf("%d\n", r);
    return 0;
}
