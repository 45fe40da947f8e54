#include <stdio.h>

void entry(void);

int x;

void entry(void)
{
    for (int i = 0; i < 3; i++) {
        printf("%d\n", i);
        (void)0;
        x = i;
    }
}
