// expect: unspecified-order
#include <stdio.h>

static int say(int n) {
    printf("%d\n", n);
    return n;
}

int main(void) {
    printf("%d\n", say(1) + say(2));
    return 0;
}
