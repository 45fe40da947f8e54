// expect: trap-value
#include <stdio.h>

int main(void) {
    _Bool b;
    *(unsigned char *)&b = 2;
    printf("%d\n", b);
    return 0;
}
