// expect: unsequenced
#include <stdio.h>

int main(void) {
    int a[2] = { 1, 2 }, *p = a;
    int r = *p++ + *p;
    printf("%d\n", r);
    return 0;
}
