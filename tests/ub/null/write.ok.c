#include <stdio.h>

int main(void) {
    int *p = 0;
    if (p)
        *p = 1;
    printf("%d\n", p == 0);
    return 0;
}
