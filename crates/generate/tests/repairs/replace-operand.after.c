#include <stdio.h>

void entry(void);

int x = 3;
int y;
int r;

void entry(void)
{
    printf("%d\n", x);
    r = 3 + (x = 4);
}
