#include <stdio.h>

void entry(void);

int a[4] = {1, 2, 3, 4};
int r;
int i = 4;

void entry(void)
{
    printf("%d\n", a[1]);
    r = a[0];
}
