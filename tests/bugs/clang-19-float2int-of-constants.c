/* compiler: clang 19.1.7 (Debian), x86_64, -O1, -O2, -O3 and -Os; -O0, clang 14.0.6 and 16.0.6 are right, and so is -frounding-math
   wrong:    the pass float2int meets a sum of two constants, since the element of the array has become one, and makes
             -1 of it
   expected: -128
   actual:   -1
*/
#include <stdio.h>

static double b[7] = {[4] = 65536.0};
long c;

void d(double *a)
{
    c = a[-1] + -65664.0;
}

int main(void)
{
    d(&b[5]);
    printf("%ld\n", c);
    return 0;
}
