// expect: unsequenced
#include <stdio.h>

int main(void) {
    int i = 1, *p = &i;
    int r = i++ + *p;
    printf("%d\n", r);
    return 0;
}
