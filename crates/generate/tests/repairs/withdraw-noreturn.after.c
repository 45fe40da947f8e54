#include <stdio.h>
#include <stdlib.h>

__attribute__((noreturn)) void f(int);
void entry(void);

int x;

void f(int i)
{
    if (i == 0) {
        exit(0);
    }
}

void entry(void)
{
    printf("%d\n", x);
    (void)0;
}
