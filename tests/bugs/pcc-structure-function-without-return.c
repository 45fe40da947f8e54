/* compiler: pcc 1.2.0.DEVEL 20220331 (Debian 1.2.0~DEVEL+20220331-1), x86_64
   wrong:    a function that returns a structure crashes where it ends without a return, although nobody uses the value
   expected: 1
   actual:   Segmentation fault
*/
#include <stdio.h>

struct s {
    int f;
};

struct s nothing(void)
{
}

int main(void)
{
    nothing();
    printf("%d\n", 1);
    return 0;
}
