// expect: float-to-int
#include <stdio.h>

int main(void) {
    double z = 0.0; double d = z / z;
    printf("%d\n", (int)d);
    return 0;
}
