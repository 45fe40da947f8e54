// expect: null-pointer
// also for a length of zero the pointers must be valid (C17 7.24.1p2)
#include <stdio.h>
#include <string.h>

int main(void) {
    char *p = 0, c = 1;
    memcpy(p, &c, 0);
    printf("%d\n", c);
    return 0;
}
