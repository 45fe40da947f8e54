// arguments beyond the format are ignored (C17 7.21.6.1p2)
#include <stdio.h>

int main(void) {
    int n = 3;
    printf("%c%c%c\n", n + 60, n + 61, n + 62, n);
    return 0;
}
