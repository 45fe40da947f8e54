/* compiler: tcc 0.9.27 (Debian 0.9.27+git20200814.62c30a4a-1), x86_64
   wrong:    the conversion of a negative char to unsigned short is left out
   expected: 65535
   actual:   -1
*/
#include <stdio.h>

signed char b = -1;

int main(void)
{
    int a = (unsigned short)b;
    printf("%d\n", a);
    return 0;
}
