// expect: call-type
#include <stdio.h>

static int one(void) {
    return 1;
}

int main(void) {
    long (*f)(void) = (long (*)(void))one;
    printf("%ld\n", f());
    return 0;
}
