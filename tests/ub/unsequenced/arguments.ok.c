#include <stdio.h>

int main(void) {
    int i = 1;
    printf("%d %d\n", i, i + 1);
    return 0;
}
