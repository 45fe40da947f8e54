#include <stdio.h>
#include <limits.h>

int main(void) {
    signed char c = 127;
    c++;
    printf("%d\n", c);
    return 0;
}
