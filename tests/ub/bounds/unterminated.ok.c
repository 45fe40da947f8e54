#include <stdio.h>
#include <string.h>

int main(void) {
    char a[5] = "four";
    printf("%zu\n", strlen(a));
    return 0;
}
