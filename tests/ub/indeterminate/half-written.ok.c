#include <stdio.h>
#include <string.h>

int main(void) {
    int x;
    memset(&x, 1, sizeof x);
    printf("%d\n", x);
    return 0;
}
