// expect: shift-overflow
#include <stdio.h>

int main(void) {
    int a = 1; int n = 31;
    int r = a << n;
    printf("%d\n", r);
    return 0;
}
