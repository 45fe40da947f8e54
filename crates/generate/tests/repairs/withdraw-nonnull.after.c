#include <stdio.h>

int f(int *);
void entry(void);

int x = 1;
int *p[3] = {&x, &x, 0};

int f(int *q)
{
    return q ? *q : 7;
}

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        printf("%d\n", f(p[i]));
    }
}
