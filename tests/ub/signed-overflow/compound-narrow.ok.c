// a narrow left side is promoted, so that only the sum in int can overflow
#include <stdio.h>
#include <limits.h>

int main(void) {
    short s = 32767;
    s += 1;
    s++;
    printf("%d\n", s);
    return 0;
}
