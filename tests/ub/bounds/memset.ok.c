#include <stdio.h>
#include <string.h>

int main(void) {
    char a[8];
    memset(a, 1, 8);
    printf("%d\n", a[7]);
    return 0;
}
