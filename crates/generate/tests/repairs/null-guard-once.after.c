#include <stdio.h>

void entry(void);

int x = 5;
int *volatile p = &x;
int r;
int g_1 = 0;

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        int *t_2;
        r = *(t_2 = p, t_2 ? t_2 : &g_1);
        printf("%d\n", r);
        if (i == 1) {
            p = 0;
        }
    }
}
