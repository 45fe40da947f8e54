// expect: out-of-bounds
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[4] = "four";
    printf("%zu\n", strlen(a));
    return 0;
}
