#include <stdio.h>

int main(void) {
    static int x;
    x++;
    printf("%d\n", x);
    return 0;
}
