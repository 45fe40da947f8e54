// expect: unsequenced
#include <stdio.h>

int main(void) {
    int a[2] = { 0, 0 };
    a[a[0]++]++;
    printf("%d\n", a[0]);
    return 0;
}
