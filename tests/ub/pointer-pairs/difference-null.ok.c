#include <stdio.h>

int main(void) {
    int x, *p = &x, *q = p + 1;
    printf("%d\n", (int)(q - p));
    return 0;
}
