/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64, every level
   wrong:    a call that returns a packed structure by value crashes (SIGSEGV)
   expected: 0
   actual:   the program dies of SIGSEGV
*/
#include <stdio.h>

struct __attribute__((packed)) A {
    int a;
};
struct A a;

struct A c(void)
{
    return a;
}

int main(void)
{
    struct A b = c();
    printf("%d\n", b.a);
    return 0;
}
