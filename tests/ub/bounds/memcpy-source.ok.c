#include <stdio.h>
#include <string.h>

int main(void) {
    char a[8], b[4] = "abc";
    memcpy(a, b, 4);
    printf("%s\n", a);
    return 0;
}
