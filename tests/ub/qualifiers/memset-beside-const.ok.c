#include <stdio.h>
#include <string.h>

int main(void) {
    struct { const int x; int y; } s = { 1, 2 };
    memset(&s.y, 0, sizeof s.y);
    printf("%d\n", s.y);
    return 0;
}
