/* compiler: tcc 0.9.27 (Debian 0.9.27+git20200814.62c30a4a-1), x86_64
   wrong:    an index out of bounds in a function that is never called stops the compiler with an internal error
   expected: 0
   actual:   tcc: error: internal error: relocation failed
*/
#include <stdio.h>

static char a[1];

void never_called(void)
{
    if (a[2147482976]) {
    }
}

int main(void)
{
    printf("%d\n", a[0]);
    return 0;
}
