#include <stdio.h>

int main(void) {
    printf("%i\n", 1);
    return 0;
}
