#include <stdio.h>

void entry(void);

int r;

void entry(void)
{
    int x;
    printf("%d\n", r);
    r = (int)9;
}
