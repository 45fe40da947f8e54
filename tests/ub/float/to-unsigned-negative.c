// expect: float-to-int
#include <stdio.h>

int main(void) {
    double d = -1.0;
    printf("%d\n", (int)(unsigned)d);
    return 0;
}
