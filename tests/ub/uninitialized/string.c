// expect: uninitialized
#include <stdio.h>

int main(void) {
    char a[4];
    a[0] = 'x';
    printf("%s\n", a);
    return 0;
}
