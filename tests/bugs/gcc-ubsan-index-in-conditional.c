/* compiler: gcc 12.2.0 (Debian 12.2.0-14+deb12u1) and gcc 11.3.0, x86_64, -O0 -fsanitize=undefined; clang 16 and 19 are right
   wrong:    the check of the index in a compound assignment reads a temporary that is set only where the condition is false,
             so an index that is 0 is reported as "index -995818856 out of bounds" (another number each time)
   expected: 0
   actual:   runtime error: index -995818856 out of bounds for type 'int [1][4]'
*/
#include <stdio.h>

int **a;

int main(void)
{
    int b[1][4] = {{0}}, c = 1, d = 1;
    if (--d) {
    }
    b[d][0] -= c ? b[d][0] : **a;
    printf("%d\n", b[0][0]);
    return 0;
}
