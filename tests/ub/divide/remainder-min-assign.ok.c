#include <stdio.h>
#include <limits.h>

int main(void) {
    int a = INT_MIN, b = 1;
    int r = a %= b;
    printf("%d\n", r);
    return 0;
}
