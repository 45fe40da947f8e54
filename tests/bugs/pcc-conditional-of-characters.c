/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64, every level
   wrong:    with a constant condition the operands of ?: are not promoted: a negative char becomes an unsigned char
   expected: -1
   actual:   255
*/
#include <stdio.h>

int a;
char b = -1;

int main(void)
{
    unsigned char c = 0;
    a = 0 ? c : b;
    printf("%d\n", a);
    return 0;
}
