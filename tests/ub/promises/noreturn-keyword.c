// expect: noreturn-returned
#include <stdio.h>

_Noreturn static void f(int n);
static void f(int n)
{
    printf("%d\n", n);
}
int main(void)
{
    f(1);
    return 0;
}
