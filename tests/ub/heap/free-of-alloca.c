// expect: bad-free
#include <stdlib.h>

int main(void) {
    int *p = __builtin_alloca(8);
    p[0] = 1;
    free(p);
    return 0;
}
