// expect: uninitialized
// copying a struct with a part that has no value is fine; reading that part is not
#include <stdio.h>

int main(void) {
    struct pair { int x, y; } s, t;
    s.x = 1;
    t = s;
    printf("%d\n", t.y);
    return 0;
}
