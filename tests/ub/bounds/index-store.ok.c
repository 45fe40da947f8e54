#include <stdio.h>

int main(void) {
    int a[2];
    for (int i = 0; i < 2; i++)
        a[i] = i;
    printf("%d\n", a[1]);
    return 0;
}
