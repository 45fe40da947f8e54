// expect: format-argument
#include <stdio.h>

int main(void) {
    printf("%*d\n", 5L, 1);
    return 0;
}
