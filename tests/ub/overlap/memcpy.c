// expect: overlapping-copy
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[8] = "1234567";
    memcpy(a + 1, a, 4);
    printf("%s\n", a);
    return 0;
}
