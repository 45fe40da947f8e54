// the side effect on the right is complete: a statement, or a comma, is between
#include <stdio.h>

volatile int a, b;
int main(void) {
    b = 3;
    a = b;
    a = (b = 4, 5);
    printf("%d\n", a);
    return 0;
}
