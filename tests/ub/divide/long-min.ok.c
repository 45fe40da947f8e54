#include <stdio.h>
#include <limits.h>

int main(void) {
    long a = INT_MIN, b = -1;
    printf("%ld\n", a / b);
    return 0;
}
