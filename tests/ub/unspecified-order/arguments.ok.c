#include <stdio.h>

static int g = 1;
static int set(int v) {
    g = v;
    return v;
}
static int get(void) {
    return g;
}

int main(void) {
    printf("%d %d\n", get(), get());
    return 0;
}
