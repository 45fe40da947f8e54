/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64, -O1
   wrong:    the assignment before a conditional goto out of its block is lost
   expected: 0
   actual:   1
*/
#include <stdio.h>

int a, b = 1;

int main(void)
{
    int c;
    if (b) {
        c = 0;
        if (a)
            goto out;
    }
out:
    if (c)
        a = 1;
    printf("%d\n", a);
    return 0;
}
