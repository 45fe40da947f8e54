/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64, -O1
   wrong:    a variable has another value behind a switch on a constant that none of its cases has
   expected: 1
   actual:   a different number each time
*/
#include <stdio.h>

int b = 1;

int main(void)
{
    int c = 1;
    if (b) {
        c <<= 0;
        switch (1) {
        case 0:;
        }
    }
    printf("%d\n", c);
    return 0;
}
