// expect: call-type
#include <stdio.h>

static int add(a, b)
int a, b;
{
    return a + b;
}

int main(void) {
    printf("%d\n", add(1));
    return 0;
}
