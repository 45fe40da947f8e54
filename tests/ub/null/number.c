// expect: invalid-pointer
#include <stdio.h>

int main(void) {
    int *p = (int *)16;
    printf("%d\n", *p);
    return 0;
}
