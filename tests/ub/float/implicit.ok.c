#include <stdio.h>

int main(void) {
    double d = 1e9; int i = d;
    printf("%d\n", i);
    return 0;
}
