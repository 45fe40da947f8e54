// expect: divide-overflow
// -128 / -1 is computed in int
#include <stdio.h>
#include <limits.h>

int main(void) {
    long long a = LLONG_MIN;
    a %= -1;
    printf("%lld\n", a);
    return 0;
}
