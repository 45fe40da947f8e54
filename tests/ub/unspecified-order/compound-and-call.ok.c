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
    g = set(2);
    printf("%d\n", g);
    return 0;
}
