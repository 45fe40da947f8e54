// unsigned short promotes to int before it is multiplied
#include <stdio.h>

int main(void) {
    unsigned short a = 65535;
    unsigned r = (unsigned)a * a;
    printf("%u\n", r);
    return 0;
}
