#include <stdio.h>

static int sum, places[3];
static int add(int v) {
    sum += v;
    places[v - 1] = v;
    return v;
}

static int all(int a, int b, int c) {
    return a * 100 + b * 10 + c;
}

int main(void) {
    int r = all(add(1), add(2), add(3));
    printf("%d %d\n", r, sum);
    printf("%d\n", places[0]);
    return 0;
}
