/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64, every level
   wrong:    an assignment to a bit-field that crosses a byte in a packed structure leaves bits of the old value
   expected: 1
   actual:   255
*/
#include <stdio.h>

struct __attribute__((packed)) S {
    short a;
    int : 7;
    unsigned int b : 11;
    int c : 22;
};
static struct S s = {-1, 2046u, 1};

int main(void)
{
    s.b = 1;
    printf("%u\n", s.b);
    return 0;
}
