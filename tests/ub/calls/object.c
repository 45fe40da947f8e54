// expect: called-object
#include <stdio.h>

static int one(void) {
    return 1;
}

int main(void) {
    int x = 1;
    int (*f)(void) = (int (*)(void))&x;
    printf("%d\n", f());
    return 0;
}
