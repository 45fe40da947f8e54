#include <stdio.h>

int main(void) {
    int a[2][3] = { { 1 }, { 4 } };
    int (*p)[3] = a + 1;
    printf("%d\n", (*p)[0]);
    return 0;
}
