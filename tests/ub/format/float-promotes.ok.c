#include <stdio.h>

int main(void) {
    float f = 1;
    printf("%f\n", f);
    return 0;
}
