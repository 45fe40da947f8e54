/* compiler: gcc 12.2.0 (Debian 12.2.0-14+deb12u1) and gcc 11.3.0, x86_64, -O1, -O2, -O3 and -Os; -O0, -O1 -fno-tree-dominator-opts and clang 14 to 19 are right
   wrong:    an element is written by an index of type __int128 that was divided, and a read of the element after that gives
             what was there before
   expected: 0
   actual:   1
*/
#include <stdio.h>

int a[12];
__int128 b;

int main(void)
{
    a[0] = 1;
    b /= 2;
    a[b] = 0;
    printf("%d\n", a[0]);
    return 0;
}
