#include <stdio.h>

int main(void) {
    char a[4];
    a[0] = 'x';
    a[1] = 0;
    printf("%s\n", a);
    return 0;
}
