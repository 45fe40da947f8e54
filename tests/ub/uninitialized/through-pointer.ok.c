#include <stdio.h>

int main(void) {
    int x;
    int *p = &x;
    *p = 1;
    printf("%d\n", x);
    return 0;
}
