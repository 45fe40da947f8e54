#include <stdio.h>

int main(void) {
    int a[3] = { 0 }, i = 0;
    a[i++] = 1;
    printf("%d\n", a[0] + i);
    return 0;
}
