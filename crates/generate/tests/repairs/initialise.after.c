#include <stdio.h>

void entry(void);

int r;

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        int x = 0;
        if (i < 2) {
            x = i;
        }
        printf("%d\n", i);
        r = x;
    }
}
