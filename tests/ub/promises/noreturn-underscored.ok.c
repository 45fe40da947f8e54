#include <stdio.h>

#include <stdlib.h>
__attribute__((__noreturn__)) static void f(int n);
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
