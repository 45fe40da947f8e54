// expect: const-modified
#include <stdio.h>
#include <string.h>

int main(void) {
    const int x = 1;
    memset((void *)&x, 0, sizeof x);
    printf("%d\n", x);
    return 0;
}
