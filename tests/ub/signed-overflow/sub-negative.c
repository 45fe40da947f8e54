// expect: signed-overflow
#include <stdio.h>
#include <limits.h>

int main(void) {
    int a = 0, b = INT_MIN;
    int r = a - b;
    printf("%d\n", r);
    return 0;
}
