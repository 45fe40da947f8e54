// a dangling value that nobody uses does no harm
#include <stdio.h>

static int *local(void) {
    int x = 1;
    int *p = &x;
    return p;
}

int main(void) {
    local();
    printf("%d\n", 0);
    return 0;
}
