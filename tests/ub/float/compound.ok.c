#include <stdio.h>

int main(void) {
    int i = 1000000000; i *= 2.0;
    printf("%d\n", i);
    return 0;
}
