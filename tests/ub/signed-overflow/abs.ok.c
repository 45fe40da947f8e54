#include <stdio.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    int a = INT_MIN + 1;
    printf("%d\n", abs(a));
    return 0;
}
