// the temporary ends with the full expression (C17 6.2.4p8)
#include <stdio.h>

struct s { int a[2]; };
static struct s make(void) {
    struct s s = { { 1, 2 } };
    return s;
}

int main(void) {
    int x = make().a[0];
    printf("%d\n", x);
    return 0;
}
