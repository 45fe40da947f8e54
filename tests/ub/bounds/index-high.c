// expect: index-out-of-bounds
#include <stdio.h>

int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    int i = 4;
    printf("%d\n", a[i]);
    return 0;
}
