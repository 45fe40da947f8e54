#include <stdio.h>

void entry(void);

int a[4] = {1, 2, 3, 4};
int *p = a;

void entry(void)
{
    for (int i = 0; i < 6; i++) {
        p = p == &a[4] ? p : p + 2;
        printf("%d\n", (int)(p - a));
    }
}
