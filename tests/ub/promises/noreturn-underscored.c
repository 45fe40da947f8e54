// expect: noreturn-returned
#include <stdio.h>

__attribute__((__noreturn__)) static void f(int n);
static void f(int n)
{
    printf("%d\n", n);
}
int main(void)
{
    f(1);
    return 0;
}
