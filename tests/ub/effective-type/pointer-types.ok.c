#include <stdio.h>

int main(void) {
    int x = 1, *p = &x;
    int **q = &p;
    printf("%d\n", *q == 0);
    return 0;
}
