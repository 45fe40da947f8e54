#include <stdio.h>
#include <string.h>

int main(void) {
    char a[12] = "1234";
    strcpy(a + 5, a);
    printf("%s\n", a + 5);
    return 0;
}
