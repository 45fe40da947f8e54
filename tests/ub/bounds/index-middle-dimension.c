// expect: index-out-of-bounds
#include <stdio.h>

int main(void) {
    static int a[2][3][4];
    int j = 3;
    a[0][j][0] = 1;
    printf("%d\n", a[1][0][0]);
    return 0;
}
