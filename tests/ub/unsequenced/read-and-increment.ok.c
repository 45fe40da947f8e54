#include <stdio.h>

int main(void) {
    int i = 1, j = i;
    int r = j + i++;
    printf("%d\n", r);
    return 0;
}
