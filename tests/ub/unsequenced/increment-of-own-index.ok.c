#include <stdio.h>

int main(void) {
    int a[2] = { 1, 0 };
    a[a[0]++]++;
    printf("%d\n", a[0] + a[1]);
    return 0;
}
