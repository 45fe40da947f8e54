// expect: effective-type
// the same size is not the same type; the other sign is allowed
#include <stdio.h>

int main(void) {
    long i = 1;
    printf("%lld\n", *(long long *)&i);
    return 0;
}
