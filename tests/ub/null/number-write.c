// expect: invalid-pointer
#include <stdio.h>

int main(void) {
    char *p = (char *)-1;
    *p = 1;
    printf("%d\n", *p);
    return 0;
}
