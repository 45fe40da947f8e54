#include <stdio.h>

void entry(void);

int x = 5;
int *p[3] = {&x, &x, 0};
int r;

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        r = p[i] ? *p[i] : 0;
        printf("%d\n", r);
    }
}
