// expect: float-to-int
#include <stdio.h>

int main(void) {
    double d = 1e10; int i = d;
    printf("%d\n", i);
    return 0;
}
