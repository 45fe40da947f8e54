// expect: float-to-int
#include <stdio.h>

int main(void) {
    int i = 2000000000; i *= 2.0;
    printf("%d\n", i);
    return 0;
}
