// expect: signed-overflow
#include <stdio.h>
#include <limits.h>

int main(void) {
    int a = INT_MAX;
    int r = ++a;
    printf("%d\n", r);
    return 0;
}
