#include <stdio.h>

int main(void) {
    int x = 1, y = 2;
    int *p = &x, *q = &y;
    printf("%d\n", p == q);
    return 0;
}
