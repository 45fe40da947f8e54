#include <stdio.h>
#include <limits.h>

int main(void) {
    int a = -65536, b = 32768;
    int r = a * b;
    printf("%d\n", r);
    return 0;
}
