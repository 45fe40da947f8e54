#include <stdio.h>

int main(void) {
    __int128 a = ((__int128)1 << 126) - 1 + ((__int128)1 << 126);
    a = a - 1;
    printf("%d\n", a > 0);
    return 0;
}
