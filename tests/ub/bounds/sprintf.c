// expect: out-of-bounds
#include <stdio.h>

int main(void) {
    char a[4];
    sprintf(a, "%d", 1234);
    printf("%s\n", a);
    return 0;
}
