// expect: restrict
#include <stdio.h>
#include <stdlib.h>

struct vector { int n; int *restrict v; };
static struct vector new_vector(int n)
{
    struct vector t;
    t.n = n;
    t.v = malloc(n * sizeof *t.v);
    return t;
}
static void add(struct vector to, struct vector by)
{
    to.v[0] += by.v[0];
}
int main(void)
{
    struct vector a = new_vector(2);
    a.v[0] = 3;
    add(a, a);
    printf("%d\n", a.v[0]);
    free(a.v);
    return 0;
}
