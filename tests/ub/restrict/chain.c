// expect: restrict
#include <stdio.h>
#include <string.h>

struct keep { void *kept; };
static int *kept;
static int through(int *p) { return *p += 1; }
static int f(int *restrict p, int *other)
{
    int *q = p + 1;
    struct keep k = {q};
    kept = (int *)(char *)k.kept;
    through(kept);
    return through(other + 1);
}
int main(void)
{
    int a[3] = {1, 2, 3};
    printf("%d\n", f(a, a));
    return 0;
}
