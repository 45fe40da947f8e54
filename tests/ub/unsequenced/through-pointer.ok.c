#include <stdio.h>

int main(void) {
    int i = 1, j = 1, *p = &j;
    int r = i++ + *p;
    printf("%d\n", r);
    return 0;
}
