// expect: const-modified
#include <stdio.h>

int main(void) {
    const int a[2] = { 1, 2 };
    int *p = (int *)a;
    p[1]++;
    printf("%d\n", a[1]);
    return 0;
}
