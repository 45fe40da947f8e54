#include <stdio.h>

void entry(void);

int x = 5;
int *p[3] = {&x, &x, 0};

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        if (p[i]) {
            *p[i] = x + 1;
        }
        printf("%d\n", x);
    }
}
