#include <stdio.h>

static int say(int n) {
    printf("%d\n", n);
    return n;
}

int main(void) {
    int a = say(1), b = say(2);
    printf("%d\n", a + b);
    return 0;
}
