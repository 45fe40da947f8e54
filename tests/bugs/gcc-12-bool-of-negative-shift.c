/* compiler: gcc 11.3.0 and 12.2.0 (Debian), every level, x86_64
   wrong:    a shift by a negative constant that is converted to _Bool, in code that never runs; gcc 15 and clang are right
   expected: 0
   actual:   internal compiler error: in gimplify_expr, at gimplify.cc:15905
*/
#include <stdio.h>

int main(void)
{
    int never = 0;
    if (never)
        never = (_Bool)(1 << -1);
    printf("%d\n", never);
    return 0;
}
