#include <stdio.h>

int main(void) {
    int a[3] = { 1, 2, 3 };
    int *p = a;
    p += 3;
    p -= 2;
    printf("%d\n", *p);
    return 0;
}
