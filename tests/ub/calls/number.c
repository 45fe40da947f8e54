// expect: called-object
#include <stdio.h>

int main(void) {
    int (*f)(void) = (int (*)(void))16;
    printf("%d\n", f());
    return 0;
}
