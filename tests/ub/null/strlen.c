// expect: null-pointer
#include <stdio.h>
#include <string.h>

int main(void) {
    char *p = 0;
    printf("%zu\n", strlen(p));
    return 0;
}
