#include <stdio.h>

const int limit = 1;

int main(void) {
    printf("%d\n", *(int *)&limit);
    return 0;
}
