// expect: shift-count
#include <stdio.h>

int main(void) {
    unsigned char a = 1; int n = 32;
    int r = a << n;
    printf("%d\n", r);
    return 0;
}
