#include <stdio.h>

int f(int);
void entry(void);

int x;
int y = 1;

int f(int i)
{
    return i == 2 ? y : i;
}

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        printf("%d\n", f(i));
    }
}
