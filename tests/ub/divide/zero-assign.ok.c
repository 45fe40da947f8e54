#include <stdio.h>
#include <limits.h>

int main(void) {
    int a = 7, b = 2;
    int r = a /= b;
    printf("%d\n", r);
    return 0;
}
