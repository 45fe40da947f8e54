#include <stdio.h>

int main(void) {
    int i = 1;
    *(unsigned *)&i = 2;
    printf("%d\n", i);
    return 0;
}
