#include <stdio.h>

int main(void) {
    volatile int x = 1;
    int n = 0;
    do {
        n++;
    } while (x == 1 && n < 3);
    printf("%d\n", n);
    return 0;
}
