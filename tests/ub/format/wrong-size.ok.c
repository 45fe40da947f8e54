#include <stdio.h>

int main(void) {
    printf("%ld\n", 1L);
    return 0;
}
