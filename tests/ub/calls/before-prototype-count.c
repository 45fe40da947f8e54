// expect: call-type
#include <stdio.h>

int first();

int main(void) {
    printf("%d\n", first(2, 3));
    return 0;
}

int first(int n) {
    return n;
}
