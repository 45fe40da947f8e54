#include <stdio.h>

void entry(void);

int a[4] = {1, 2, 3, 4};
int *p = a;
int *r;

void entry(void)
{
    printf("%d\n", *p);
    r = p + 1;
}
