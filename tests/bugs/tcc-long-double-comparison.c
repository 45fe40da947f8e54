/* compiler: tcc 0.9.27 (Debian 0.9.27+git20200814.62c30a4a-1), x86_64
   wrong:    x >= y with a double x and a computed long double y is computed with the operands exchanged
   expected: 0
   actual:   1
*/
#include <stdio.h>

int a;

int main(void)
{
    a = (double)a >= 2.0L - a;
    printf("%d\n", a);
    return 0;
}
