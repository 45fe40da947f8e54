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
    int r = set(2);
    r += get();
    printf("%d\n", r);
    return 0;
}
