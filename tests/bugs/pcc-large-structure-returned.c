/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64, -O1
   wrong:    a call through a pointer that returns a structure in memory and has five arguments crashes (SIGSEGV)
   expected: 0
   actual:   the program dies of SIGSEGV
*/
#include <stdio.h>

struct A {
    long long a[4];
};
struct B {
    int a : 15;
};
struct A f;

struct A j(unsigned char a, long long b, short c, long d, long e)
{
    (void)a, (void)b, (void)c, (void)d, (void)e;
    return f;
}

int main(void)
{
    struct A (*g)(unsigned char, long long, short, long, long) = j;
    struct B h = {0};
    struct A i = g(0, 0, 0, 0, 0);
    printf("%d\n", (int)i.a[0] + h.a);
    return 0;
}
