#include <stdio.h>
#include <string.h>

int main(void) {
    int *p;
    memset(&p, 0, sizeof p);
    printf("%d\n", p == 0);
    return 0;
}
