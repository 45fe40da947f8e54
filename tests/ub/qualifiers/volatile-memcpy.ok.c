#include <stdio.h>
#include <string.h>

int main(void) {
    volatile int v = 1;
    int x = v;
    printf("%d\n", x);
    return 0;
}
