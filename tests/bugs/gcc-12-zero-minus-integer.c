/* compiler: gcc 12.2.0 (Debian 12.2.0-14+deb12u1), x86_64, every level; gcc 11.3.0 and clang 14 to 19 are right
   wrong:    0.0 - (double)x is folded to -(double)x, which is minus zero where x is 0 (IEEE 754: 0 - 0 is plus zero);
             (float)x * -1 + 0 goes the same way
   expected: 0
   actual:   -0
*/
#include <stdio.h>

int x;

int main(void)
{
    printf("%g\n", 0.0 - (double)x);
    return 0;
}
