#include <stdio.h>

int main(void) {
    unsigned long long n = 4;
    printf("%d\n", 1 << n);
    return 0;
}
