#include <stdio.h>
#include <stdlib.h>

int *f(int);
void entry(void);

int x = 1;

int *f(int i)
{
    return i < 2 ? malloc(4) : &x;
}

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        int *p = f(i);
        printf("%d\n", p == &x);
        if (i < 2) {
            free(p);
        }
    }
}
