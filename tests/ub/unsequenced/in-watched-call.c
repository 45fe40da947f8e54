// expect: unsequenced
// what surrounds the call does not matter
#include <stdio.h>

static int twice(void) {
    int i = 0;
    return i++ + i++;
}

int main(void) {
    int a = 1;
    int b = a++ + twice();
    printf("%d\n", b);
    return 0;
}
