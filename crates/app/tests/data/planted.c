/* Every plant of the sabotaged compiler that changes code shows in what this prints. */
#include <stdio.h>
struct S { unsigned a : 5, b : 7; };
struct T { long a[4]; };
int v = -8, w = -8, x = 7;
signed char c = -1;
double d = 1.5;
struct S s = {0, 127};
static struct T t;
static int stored;
__attribute__((noinline)) static int less(int a, int b) { return a < b; }
__attribute__((noinline)) static void field(struct S *q) { q->a = 1; }
__attribute__((noinline)) static void copy(struct T *to, const struct T *from) { *to = *from; }
__attribute__((noinline)) static int branch(int a, int b) { if (a >= b) { puts("not less"); return 1; } return 3; }
int main(void) {
    int i = v, j = w, k = x, l = c;
    double e = d;
    struct T u = {{k, k + 1, k + 2, k + 3}};
    copy(&t, &u);
    field(&s);
    stored = k;
    j = branch(i, j) + less(i, j);
    printf("%d %d %d\n", i >> 1, j, l);
    printf("%u %d %ld %.2f %d\n", s.b, k - i, t.a[0] + t.a[1] + t.a[2] + t.a[3], e + d, stored);
    return 0;
}
