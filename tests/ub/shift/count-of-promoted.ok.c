#include <stdio.h>

int main(void) {
    unsigned char a = 1; int n = 30;
    int r = a << n;
    printf("%d\n", r);
    return 0;
}
