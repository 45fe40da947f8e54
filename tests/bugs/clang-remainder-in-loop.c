/* compiler: clang 21 and 22.1.8 (of Debian sid), x86_64, -O2 and -O3; -O0, -O1, -fno-vectorize, -march=native (a Zen), clang 14 to 19 and gcc are right
   wrong:    a loop that stores to a[d % 4] is vectorised (loop-vectorize) as if it stored to a[d]: elements 1 to 8 instead of 0 to 3
   expected: 000011111111
   actual:   100000000111
*/
#include <stdio.h>

int a[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
unsigned int d;
int e = 7;

int main(void)
{
    d = 0;
    for (;;) {
        if (!(d <= e))
            break;
        ++d;
        a[d % 4] = 0;
    }
    for (int i = 0; i < 12; i++)
        printf("%d", a[i]);
    printf("\n");
    return 0;
}
