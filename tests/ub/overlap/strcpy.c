// expect: overlapping-copy
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[8] = "1234";
    strcpy(a + 2, a);
    printf("%s\n", a);
    return 0;
}
