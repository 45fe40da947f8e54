// expect: broken-promise
#include <stdio.h>

int main(void)
{
    int x = 3, *p = &x;
    [[assume(!p)]];
    printf("%d\n", x);
    return 0;
}
