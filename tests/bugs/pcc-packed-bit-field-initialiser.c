/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64, every level
   wrong:    the initialiser of a bit-field in a packed structure loses its highest bit
   expected: -2
   actual:   33554430
*/
#include <stdio.h>

struct __attribute__((packed)) S {
    int f : 26;
    unsigned char g;
};
static struct S s = {-2, 5};

int main(void)
{
    printf("%d\n", s.f);
    return 0;
}
