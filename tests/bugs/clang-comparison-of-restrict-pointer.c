/* compiler: clang 14.0.6, 16.0.6, 19.1.7, 21 and 22.1.8, x86_64, -O1 and up; -O0 and gcc 11 to trunk are right
   wrong:    where a restrict pointer equals the address of a variable, EarlyCSE puts the address in its place; what is stored
             there is then taken not to change what the pointer points to, and the loop goes on until it crashes
   expected: 1
   actual:   (a segmentation fault)
*/
#include <stdio.h>

int n, g;

void f(int *restrict p)
{
    for (; n; n++)
        (&g)[n] = n;
    *p = 0;
    while (p[0] <= 0)
        (*(p == &g ? p : p + 1))++;
}

int main(void)
{
    f(&g);
    printf("%d\n", g);
    return 0;
}
