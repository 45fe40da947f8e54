#include <stdio.h>

void entry(void);

int x = 3;
int y = 4;
int *p = &y;
int r;

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        int t_1;
        r = (t_1 = x, t_1 + (*p = i));
        printf("%d\n", r);
        if (i == 1) {
            p = &x;
        }
    }
}
