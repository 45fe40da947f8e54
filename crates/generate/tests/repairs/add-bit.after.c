#include <stdio.h>

void entry(void);

unsigned int x = 8;
int r;

void entry(void)
{
    for (int i = 0; i < 4; i++) {
        r = __builtin_clz(x | 1U);
        printf("%d\n", r);
        x >>= 2;
    }
}
