#include <stdio.h>

int *f(int);
void entry(void);

int x __attribute__((aligned(8)));
int y[2] __attribute__((aligned(8)));

int *f(int i)
{
    return i < 2 ? &x : &y[1];
}

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        printf("%d\n", f(i) == &x);
    }
}
