#include <stdio.h>

int main(void) {
    double z = 0.5; double d = 1 / z;
    printf("%d\n", (int)d);
    return 0;
}
