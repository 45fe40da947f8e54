// inside the object, but outside of its row
#include <stdio.h>

int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int j = 2;
    printf("%d\n", a[0][j]);
    return 0;
}
