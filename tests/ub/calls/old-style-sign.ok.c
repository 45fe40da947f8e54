// parameters narrower than what arguments are after their promotion
#include <stdio.h>

static unsigned same(a, f)
unsigned char a;
float f;
{
    return sizeof f == sizeof(float) ? a + (unsigned)f : 0;
}

int main(void) {
    int n = 255;
    printf("%u\n", same(n + 2, 2.0));
    return 0;
}
