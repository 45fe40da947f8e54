// expect: float-to-int
#include <stdio.h>

int main(void) {
    double d = -2147483649.0;
    printf("%d\n", (int)d);
    return 0;
}
