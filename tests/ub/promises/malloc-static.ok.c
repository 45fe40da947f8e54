#include <stdio.h>
#include <stdlib.h>

static int there = 1;
__attribute__((malloc)) static int *make(int old)
{
    return old ? &there : calloc(1, sizeof(int));
}
int main(void)
{
    int *p = make(0);
    *p += 1;
    printf("%d %d\n", *p, there);
    if (p != &there)
        free(p);
    return 0;
}
