#include <stdio.h>

void entry(void);

int x = 5;
int *p;
int r;
int g_1 = 0;

void entry(void)
{
    printf("%d\n", x);
    r = *&g_1;
}
