// expect: signed-overflow
#include <stdio.h>
#include <limits.h>

int main(void) {
    long long a = 1LL << 62;
    long long r = a * 2;
    printf("%lld\n", r);
    return 0;
}
