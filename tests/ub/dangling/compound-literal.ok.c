#include <stdio.h>

int main(void) {
    int *p;
    p = &(int){ 1 };
    printf("%d\n", *p);
    return 0;
}
