#include <stdio.h>

int main(void) {
    int a[3] = { 1, 2, 3 };
    int *p = a + 1;
    printf("%d\n", p[1]);
    return 0;
}
