/* compiler: clang 22.1.8 (Debian), x86_64, -O2 and -O3 with -mavx512f; -O1, the same without -mavx512f, and clang 21 are right
   wrong:    a store of nine elements that are narrowed from long to int becomes one of sixteen lanes without a mask, and
             zeroes what lies behind the ninth (instruction selection for x86)
   expected: -1
   actual:   0
*/
#include <stdio.h>

int a[30] = {[9] = -1}, b;
long c[15];

int main(void)
{
    for (int d = 0; d < 9; ++d) {
        for (int e = 0; e < 16; e++) {
            c[d] = ~(b + c[d]);
            a[d] = c[d];
        }
    }
    printf("%d\n", a[9]);
    return 0;
}
