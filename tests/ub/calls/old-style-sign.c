// expect: call-type
#include <stdio.h>

static unsigned same(a)
unsigned a;
{
    return a;
}

int main(void) {
    int n = -1;
    printf("%u\n", same(n));
    return 0;
}
