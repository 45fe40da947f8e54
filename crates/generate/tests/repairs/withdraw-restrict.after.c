#include <stdio.h>

int f(int *, int *);
void entry(void);

int x;
int y;
int *p[3] = {&x, &x, &y};

int f(int *q, int *r)
{
    *q = 1;
    *r = 2;
    return *q;
}

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        printf("%d\n", f(&y, p[i]));
    }
}
