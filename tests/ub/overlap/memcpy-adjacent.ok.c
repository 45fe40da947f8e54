#include <stdio.h>
#include <string.h>

int main(void) {
    char a[8] = "1234567";
    memcpy(a + 3, a, 3);
    printf("%s\n", a);
    return 0;
}
