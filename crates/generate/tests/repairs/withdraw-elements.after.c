#include <stdio.h>

int f(int *);
void entry(void);

int a[3] = {1, 2, 3};

int f(int *p)
{
    return p[0];
}

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        printf("%d\n", f(a + i));
    }
}
