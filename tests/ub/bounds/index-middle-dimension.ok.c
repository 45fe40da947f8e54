#include <stdio.h>

int main(void) {
    static int a[2][3][4];
    int j = 2;
    a[0][j][3] = 1;
    printf("%d\n", a[0][2][3]);
    return 0;
}
