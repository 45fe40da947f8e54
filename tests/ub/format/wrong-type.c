// expect: format-argument
#include <stdio.h>

int main(void) {
    printf("%d\n", 1.0);
    return 0;
}
