#include <stdio.h>
#include <string.h>

struct keep { void *kept; };
static int *kept;
static int through(int *p) { return *p += 1; }
static int f(int *restrict p, int *other)
{
    int *q = p + 1;
    struct keep k = {q}, l = k, m;
    memcpy(&m, &l, sizeof m);
    kept = (int *)(char *)m.kept;
    through(kept);
    p[1] += 1;
    q += other[2] == 3;
    q = *p ? q - 1 : p;
    return *q + *(p + 1);
}
int main(void)
{
    int a[3] = {1, 2, 3};
    printf("%d\n", f(a, a));
    printf("%d\n", *kept + a[1]);
    return 0;
}
