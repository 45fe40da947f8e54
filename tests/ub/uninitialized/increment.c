// expect: uninitialized
#include <stdio.h>

int main(void) {
    int x;
    x++;
    printf("%d\n", x);
    return 0;
}
