/* compiler: gcc 12.2.0 (Debian 12.2.0-14+deb12u1) and gcc 11.3.0, x86_64, -O2 (never ends) and -O3 (crashes); -O1, -fno-aggressive-loop-optimizations and clang 14 to 19 are right
   wrong:    INT_MIN * b is defined for the 1 and 0 that b is in the loop, but is taken for a series whose second member overflows,
             so that the loop is believed to end before it does
   expected: 0
   actual:   no output
*/
#include <stdio.h>

int main(void)
{
    int a = 2;
    while (--a) {
        int b = 2;
        while (b--) {
            1 | (-2147483647 - 1) * b;
            if (a >= 2)
                __builtin_unreachable();
        }
    }
    printf("%d\n", a);
    return 0;
}
