#include <stdio.h>
#include <limits.h>

int main(void) {
    int a = 46340, b = 46341;
    int r = a *= b;
    printf("%d\n", r);
    return 0;
}
