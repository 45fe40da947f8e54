#include <stdio.h>

int main(void) {
    printf("%*d\n", 5, 1);
    return 0;
}
