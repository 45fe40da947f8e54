// expect: restrict
#include <stdio.h>
#include <stdlib.h>

static int *restrict a, *restrict b;
static void set(int *p) { *p = 3; }
int main(void)
{
    int *both = malloc(2 * sizeof *both);
    a = both;
    b = both;
    set(a);
    printf("%d\n", b[0]);
    free(both);
    return 0;
}
