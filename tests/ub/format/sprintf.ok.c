#include <stdio.h>

int main(void) {
    char a[20];
    sprintf(a, "%lld", 1LL);
    printf("%s\n", a);
    return 0;
}
