#include <stdio.h>

int main(void)
{
    int x = 3;
    __attribute__((__assume__(x == 3)));
    printf("%d\n", x);
    return 0;
}
