/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64, every level
   wrong:    comparing two negative floating constants is folded to the comparison of their magnitudes
   expected: 1
   actual:   0
*/
#include <stdio.h>

int main(void)
{
    printf("%d\n", -2.0 < -1.0);
    return 0;
}
