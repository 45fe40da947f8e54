// expect: const-modified
#include <stdio.h>

int main(void) {
    const int x = 1;
    *(int *)&x = 2;
    printf("%d\n", x);
    return 0;
}
