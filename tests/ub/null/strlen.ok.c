#include <stdio.h>
#include <string.h>

int main(void) {
    char *p = "";
    printf("%zu\n", strlen(p));
    return 0;
}
