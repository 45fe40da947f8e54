// expect: unspecified-value
#include <stdio.h>
#include <string.h>

int main(void) {
    int x;
    *(char *)&x = 1;
    printf("%d\n", x);
    return 0;
}
