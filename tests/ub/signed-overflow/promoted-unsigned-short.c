// expect: signed-overflow
// unsigned short promotes to int before it is multiplied
#include <stdio.h>

int main(void) {
    unsigned short a = 65535;
    int r = a * a;
    printf("%d\n", r);
    return 0;
}
