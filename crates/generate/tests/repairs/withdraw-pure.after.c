#include <stdio.h>

int f(int);
void entry(void);

int x;
int y;

int f(int i)
{
    if (i == 2) {
        x = i;
    }
    return i + y;
}

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        printf("%d\n", f(i));
    }
}
