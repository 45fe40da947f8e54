// expect: signed-overflow
#include <stdio.h>
#include <limits.h>

int main(void) {
    struct { int whole : 32; } s = { INT_MAX };
    s.whole++;
    printf("%d\n", s.whole);
    return 0;
}
