#include <stdio.h>

int main(void) {
    int i, j, *p = &j;
    *p = i = 2;
    printf("%d\n", i + j);
    return 0;
}
