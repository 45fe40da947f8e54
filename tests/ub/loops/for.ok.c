#include <stdio.h>

int main(void) {
    int x = 1;
    for (int i = 0; i < x; i++)
        ;
    printf("%d\n", x);
    return 0;
}
