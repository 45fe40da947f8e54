// expect: unspecified-order
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
    int a[4] = { 0 };
    a[g] = set(2);
    printf("%d\n", a[1] + a[2]);
    return 0;
}
