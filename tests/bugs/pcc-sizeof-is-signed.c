/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64, every level
   wrong:    the value of sizeof has a signed type, so that its negation is less than zero (C11 6.5.3.4p5: size_t is unsigned)
   expected: 0
   actual:   1
*/
#include <stdio.h>

int main(void)
{
    printf("%d\n", -sizeof(int) < 0);
    return 0;
}
