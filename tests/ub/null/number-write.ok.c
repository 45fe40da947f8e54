#include <stdio.h>

int main(void) {
    char *p = (char *)-1;
    printf("%d\n", p == (char *)-1);
    return 0;
}
