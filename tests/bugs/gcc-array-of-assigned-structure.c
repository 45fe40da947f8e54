/* compiler: gcc 12.2.0 (Debian 12.2.0-14+deb12u1), 11.3.0, 16.2.0 and trunk of October 2026, x86_64, every level; clang 14 to 22 are right
   wrong:    the array in the value of (s = t) is that of s itself, and not of a temporary (C17 6.2.4p8, 6.5.16p3);
             (k ? s : t).c and (0, s).c are right
   expected: 1
   actual:   9
*/
#include <stdio.h>

struct s {
    char c[2];
} s, t = {{1, 2}};

static int change(const char *p)
{
    s.c[0] = 9;
    return *p;
}

int main(void)
{
    printf("%d\n", change((s = t).c));
    return 0;
}
