// expect: signed-overflow
#include <stdio.h>
#include <limits.h>

int main(void) {
    int a = INT_MAX;
    if (a + 1 > a)
        printf("greater\n");
    return 0;
}
