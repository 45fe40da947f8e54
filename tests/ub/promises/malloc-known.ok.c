#include <stdio.h>
#include <stdlib.h>

static int *last;
__attribute__((malloc)) static int *make(int n)
{
    int *p = malloc(sizeof(int));
    *p = n;
    last = 0;
    return p;
}
int main(void)
{
    int *p = make(7);
    *p += 1;
    printf("%d %d\n", *p, last == 0);
    free(p);
    return 0;
}
