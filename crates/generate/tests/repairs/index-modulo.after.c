#include <stdio.h>

void entry(void);

int a[4] = {1, 2, 3, 4};
int r;

void entry(void)
{
    for (int i = 0; i < 7; i++) {
        r = a[(unsigned long)i % 4UL];
        printf("%d\n", r);
    }
}
