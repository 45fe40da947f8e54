#include <stdio.h>

struct s { int x; };
static struct s f(void) {
}

int main(void) {
    f();
    printf("1\n");
    return 0;
}
