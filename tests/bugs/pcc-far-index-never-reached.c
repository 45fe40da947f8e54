/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64
   wrong:    an index far behind a variable, in a function that is never called, makes an address that does not link
   expected: 0
   actual:   relocation truncated to fit
*/
#include <stdio.h>

int g;

void never_called(void)
{
    (&g)[1026149449] = 0;
}

int main(void)
{
    printf("%d\n", g);
    return 0;
}
