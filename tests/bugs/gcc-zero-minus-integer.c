/* compiler: gcc 12.2.0 (Debian 12.2.0-14+deb12u1), x86_64, -O1 and above; gcc 11 is right
   wrong:    0.0 - i with an integer i is folded to -(double)i, which is a negative zero where i is 0
   expected: 0.0
   actual:   -0.0
*/
#include <stdio.h>

const double zero = 0.0;
int i = 0;

int main(void)
{
    printf("%.1f\n", zero - i);
    return 0;
}
