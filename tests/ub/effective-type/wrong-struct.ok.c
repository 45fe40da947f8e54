#include <stdio.h>

int main(void) {
    struct a { int x; } a = { 1 };
    printf("%d\n", *(int *)&a);
    return 0;
}
