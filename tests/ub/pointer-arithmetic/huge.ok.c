#include <stdio.h>

int main(void) {
    char c[2] = "x";
    char *p = c + 2;
    printf("%d\n", p == c);
    return 0;
}
