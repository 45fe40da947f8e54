#include <stdio.h>

int main(void) {
    int x = 3;
    while (x)
        x--;
    printf("%d\n", x);
    return 0;
}
