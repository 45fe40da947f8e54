#include <stdio.h>

#include <stdlib.h>
_Noreturn static void f(int n);
static void f(int n)
{
    printf("%d\n", n);
    exit(0);
}
int main(void)
{
    f(1);
    return 0;
}
