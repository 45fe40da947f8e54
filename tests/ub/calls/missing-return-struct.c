// expect: missing-return
#include <stdio.h>

struct s { int x; };
static struct s f(void) {
}

int main(void) {
    struct s s = f();
    printf("%d\n", sizeof s > 1);
    return 0;
}
