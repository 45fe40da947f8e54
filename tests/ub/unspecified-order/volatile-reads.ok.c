// volatile accesses can be seen, and so can their order
#include <stdio.h>

int main(void) {
    volatile int v = 1, w = 2;
    int r = v;
    r += w;
    printf("%d\n", r);
    return 0;
}
