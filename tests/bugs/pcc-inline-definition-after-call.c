/* compiler: pcc 1.2.0.DEVEL 20220331, x86_64
   wrong:    a static function that is called before its definition says `inline` is never emitted
   expected: 7
   actual:   undefined reference to `later'
*/
#include <stdio.h>

static int later(void);

static int caller(void)
{
    return later();
}

static inline int later(void)
{
    return 7;
}

int main(void)
{
    printf("%d\n", caller());
    return 0;
}
