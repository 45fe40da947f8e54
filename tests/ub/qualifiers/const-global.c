// expect: const-modified
#include <stdio.h>

const int limit = 1;

int main(void) {
    *(int *)&limit = 2;
    printf("%d\n", limit);
    return 0;
}
