// expect: unsequenced
#include <stdio.h>

int main(void) {
    int a[3] = { 0 }, i = 0;
    a[i] = i++;
    printf("%d\n", a[0]);
    return 0;
}
