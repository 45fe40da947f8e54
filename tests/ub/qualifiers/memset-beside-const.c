// expect: const-modified
#include <stdio.h>
#include <string.h>

int main(void) {
    struct { const int x; int y; } s = { 1, 2 };
    memset((void *)&s, 0, sizeof s);
    printf("%d\n", s.y);
    return 0;
}
