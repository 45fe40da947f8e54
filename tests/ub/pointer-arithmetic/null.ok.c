#include <stdio.h>

int main(void) {
    int x = 0, *p = &x;
    int *q = p + 1;
    printf("%d\n", q == p);
    return 0;
}
