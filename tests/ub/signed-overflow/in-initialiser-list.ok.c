#include <stdio.h>
#include <limits.h>

int main(void) {
    int a = INT_MAX;
    int list[2] = { 1, a + 0 };
    printf("%d\n", list[1]);
    return 0;
}
