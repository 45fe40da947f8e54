/* compiler: gcc 12.2.0 (Debian 12.2.0-14+deb12u1), x86_64, -O3 -mavx2 (gcc 11.3.0 with -march=znver3); clang 14 to 19 are right
   wrong:    vectorised loads from a static array that nobody writes are folded to zeros, although a later row of it is
             not zero; -fno-tree-loop-vectorize cures it, and so does an array that is not static
   expected: -1 0 0 0 0 0 0
   actual:   0 0 0 0 0 0 0
*/
#include <stdio.h>

long a[11][11];
static int b[10][11] = {[6] = {-1}};

int main(void)
{
    for (int c = 0; c != 8; c++)
        for (int d = 0; d != 7; d++) a[c][d] = b[c][d];
    for (int d = 0; d != 7; d++) printf(d < 6 ? "%ld " : "%ld\n", a[6][d]);
    return 0;
}
