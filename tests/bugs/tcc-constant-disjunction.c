/* compiler: tcc 0.9.27 (Debian 0.9.27+git20200814.62c30a4a-1), x86_64
   wrong:    behind an "if" whose condition is 1 || ... with && and || in it the program goes astray: printf is not called
   expected: 0
   actual:   nothing is printed, the exit code is arbitrary
*/
#include <stdio.h>

int main(void)
{
    int a;
    if (1 || ((&a)[0] && 1 || 0)) {
    }
    printf("%d\n", 0);
    return 0;
}
