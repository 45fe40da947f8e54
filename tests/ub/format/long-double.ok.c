#include <stdio.h>

int main(void) {
    printf("%Lg\n", 1.0L);
    return 0;
}
