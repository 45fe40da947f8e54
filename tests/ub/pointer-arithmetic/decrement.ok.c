#include <stdio.h>

int main(void) {
    int x = 1;
    int *p = &x + 1;
    --p;
    printf("%d\n", *p);
    return 0;
}
