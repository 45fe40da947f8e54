// expect: dangling-read
// a dangling value that nobody uses does no harm
#include <stdio.h>

static int *local(void) {
    int x = 1;
    int *p = &x;
    return p;
}

int main(void) {
    printf("%d\n", local() == 0);
    return 0;
}
