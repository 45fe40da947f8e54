#include <stdio.h>

int main(void) {
    int i = 1, j = 1;
    int r = i++ + j++;
    printf("%d\n", r);
    return 0;
}
