#include <stdio.h>

void entry(void);

int x = 5;
int *p[3] = {&x, &x, 0};
int r;
static int g_1 = 2693268;

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        r = *(p[i] ? p[i] : &g_1);
        printf("%d\n", r);
    }
}
