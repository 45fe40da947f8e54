#include <stdio.h>
#include <string.h>

int main(void) {
    char a[5];
    strcpy(a, "four");
    printf("%s\n", a);
    return 0;
}
