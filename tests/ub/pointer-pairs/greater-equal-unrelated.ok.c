#include <stdio.h>

int main(void) {
    int a[2];
    printf("%d %d\n", a >= a + 2, a <= a + 2);
    return 0;
}
