// expect: format
#include <stdio.h>

int main(void) {
    printf("%y\n", 1);
    return 0;
}
