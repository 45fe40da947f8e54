#include <stdio.h>

int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int *p = a[0] + 3;
    printf("%d\n", p == a[0]);
    return 0;
}
