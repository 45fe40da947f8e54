#include <stdio.h>

int main(void) {
    _Bool b;
    *(unsigned char *)&b = 1;
    printf("%d\n", b);
    return 0;
}
