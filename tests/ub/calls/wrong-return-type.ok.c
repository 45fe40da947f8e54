#include <stdio.h>

static int one(void) {
    return 1;
}

int main(void) {
    long (*f)(void) = (long (*)(void))one;
    printf("%d\n", ((int (*)(void))f)());
    return 0;
}
