// expect: unsequenced
#include <stdio.h>

int main(void) {
    int i, *p = &i;
    *p = i = 2;
    printf("%d\n", i);
    return 0;
}
