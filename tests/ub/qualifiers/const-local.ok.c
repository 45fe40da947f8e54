#include <stdio.h>

int main(void) {
    int x = 1;
    const int *p = &x;
    *(int *)p = 2;
    printf("%d\n", x);
    return 0;
}
