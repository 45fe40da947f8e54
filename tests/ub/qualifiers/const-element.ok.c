#include <stdio.h>

int main(void) {
    const int a[2] = { 1, 2 };
    int *p = (int *)a;
    printf("%d\n", p[1]);
    return 0;
}
