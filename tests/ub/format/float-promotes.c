// expect: format-argument
#include <stdio.h>

int main(void) {
    float f = 1;
    printf("%Lf\n", f);
    return 0;
}
