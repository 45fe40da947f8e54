#include <stdio.h>

int main(void) {
    int a[3] = { 1, 2, 3 };
    unsigned long i = 2;
    printf("%d\n", a[i]);
    return 0;
}
