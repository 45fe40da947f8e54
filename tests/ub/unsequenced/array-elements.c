// expect: unsequenced
#include <stdio.h>

int main(void) {
    int a[2] = { 1, 1 }, i = 0, j = 0;
    int r = a[i]++ + a[j];
    printf("%d\n", r);
    return 0;
}
