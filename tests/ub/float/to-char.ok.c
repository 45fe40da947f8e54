#include <stdio.h>

int main(void) {
    float f = 127.9f;
    printf("%d\n", (signed char)f);
    return 0;
}
