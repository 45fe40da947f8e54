/* compiler: tcc 0.9.27 (Debian 0.9.27+git20200814.62c30a4a-1), x86_64
   wrong:    x - y with a float x and a long double y is computed as y - x
   expected: 10
   actual:   -10
*/
#include <stdio.h>

float a;

int main(void)
{
    a = a - (a - 10.0L);
    printf("%d\n", (int)a);
    return 0;
}
