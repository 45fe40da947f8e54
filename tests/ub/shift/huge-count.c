// expect: shift-count
#include <stdio.h>

int main(void) {
    unsigned long long n = 1ULL << 40;
    printf("%d\n", 1 << n);
    return 0;
}
