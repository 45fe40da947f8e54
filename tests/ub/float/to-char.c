// expect: float-to-int
#include <stdio.h>

int main(void) {
    float f = 128.0f;
    printf("%d\n", (signed char)f);
    return 0;
}
