// expect: const-modified
#include <stdio.h>

int main(void) {
    struct { const int x; int y; } s = { 1, 2 };
    *(int *)&s.x = 3;
    printf("%d\n", s.x);
    return 0;
}
