// a call that does not fit is no harm where it is never executed
#include <stdio.h>

static int add(a, b)
int a, b;
{
    return a + b;
}

int main(void) {
    int no = 0;
    if (no)
        printf("%d\n", add(1, 2, 3));
    printf("%d\n", add(1, 2));
    return 0;
}
