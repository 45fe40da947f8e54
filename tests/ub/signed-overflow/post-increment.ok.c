#include <stdio.h>
#include <limits.h>

int main(void) {
    int a = INT_MAX - 1;
    int r = a++;
    printf("%d\n", r);
    return 0;
}
