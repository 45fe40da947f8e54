#include <stdio.h>

static int one(void) {
    return 1;
}

int main(void) {
    int (*f)(void) = &one;
    printf("%d\n", (***f)());
    return 0;
}
