#include <stdio.h>
#include <stdlib.h>

struct vector { int n; int *restrict v; };
static void fill(struct vector *p)
{
    for (int i = 0; i < p->n; i++)
        p->v[i] = i;
}
int main(void)
{
    int a[3] = {0};
    struct vector *p = malloc(sizeof *p);
    p->n = 3;
    p->v = a;
    fill(p);
    printf("%d\n", p->v[2]);
    {
        struct vector q = *p;
        q.v[1] = 7;
    }
    p = realloc(p, 2 * sizeof *p);
    printf("%d\n", p->v[2]);
    free(p);
    return 0;
}
