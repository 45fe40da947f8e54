// expect: volatile-bypassed
#include <stdio.h>
#include <string.h>

int main(void) {
    volatile int v = 1;
    int x;
    memcpy(&x, (void *)&v, sizeof x);
    printf("%d\n", x);
    return 0;
}
