/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64, -O1
   wrong:    a switch on a constant loses the assignment before a conditional break in its default case
   expected: 5
   actual:   1
*/
#include <stdio.h>

int a, b = 1;

int main(void)
{
    int c;
    switch (0) {
    default:
        c = 5;
        if (b)
            break;
    case 1:;
    }
    a = c;
    printf("%d\n", a);
    return 0;
}
