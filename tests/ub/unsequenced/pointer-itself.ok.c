#include <stdio.h>

int main(void) {
    int a[2] = { 1, 2 }, *p = a;
    int r = *p + p[1];
    printf("%d\n", r);
    return 0;
}
