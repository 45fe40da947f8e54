#include <stdio.h>

int main(void) {
    int a[2][3];
    printf("%d\n", (int)(&a[1] - &a[0]));
    return 0;
}
