// a value that is the same in both the signed and the unsigned type
#include <stdio.h>

static int same(a, p)
unsigned a;
const void *p;
{
    return a + *(const char *)p;
}

int main(void) {
    int one = 1;
    char c = 2;
    printf("%d\n", same(one, &c));
    return 0;
}
