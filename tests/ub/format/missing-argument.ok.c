#include <stdio.h>

int main(void) {
    printf("%d %d\n", 1, 2);
    return 0;
}
