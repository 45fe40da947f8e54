#include <stdio.h>

int main(void) {
    int *p = (int *)16;
    printf("%d\n", p != 0);
    return 0;
}
