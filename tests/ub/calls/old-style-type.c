// expect: call-type
#include <stdio.h>

static int same(a)
int a;
{
    return a;
}

int main(void) {
    printf("%d\n", same(1.0));
    return 0;
}
