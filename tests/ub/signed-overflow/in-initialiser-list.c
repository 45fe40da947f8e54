// expect: signed-overflow
#include <stdio.h>
#include <limits.h>

int main(void) {
    int a = INT_MAX;
    int list[2] = { 1, a + 1 };
    printf("%d\n", list[0]);
    return 0;
}
