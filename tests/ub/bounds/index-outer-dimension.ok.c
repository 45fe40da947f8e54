#include <stdio.h>

int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int i = 1;
    printf("%d\n", a[i][0]);
    return 0;
}
