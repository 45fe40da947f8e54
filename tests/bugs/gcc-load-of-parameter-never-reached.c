/* compiler: gcc 12.2.0 (Debian 12.2.0-14+deb12u1), 11.3.0, 15, 16.2.0 and trunk of October 2026 (r17-5409), x86_64, -O2 and -Os; -O1, -O3,
             -fno-ipa-sra and clang 14 to 22 are right
   wrong:    ipa-sra passes what is read of a structure parameter in the structure's place, and so the callers read a.a[1018], far
             behind the structure, though no call gets there
   expected: 2
   actual:   SIGSEGV
*/
#include <stdio.h>

struct A {
    int a[3];
};
int b;
struct A c;

static void d(struct A a)
{
    if (b <= 0 || a.a[1018])
        c.a[0] += 1;
    b = 0;
}

int main()
{
    d(c);
    d(c);
    printf("%d\n", c.a[0]);
}
