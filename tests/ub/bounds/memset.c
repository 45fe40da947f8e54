// expect: out-of-bounds
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[8];
    memset(a, 1, 9);
    printf("%d\n", a[7]);
    return 0;
}
