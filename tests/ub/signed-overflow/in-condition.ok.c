#include <stdio.h>
#include <limits.h>

int main(void) {
    int a = INT_MAX - 1;
    if (a + 1 > a)
        printf("greater\n");
    return 0;
}
