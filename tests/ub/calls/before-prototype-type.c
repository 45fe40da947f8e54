// expect: call-type
#include <stdio.h>

long twice();

int main(void) {
    printf("%ld\n", twice(2));
    return 0;
}

long twice(long n) {
    return 2 * n;
}
