#include <assert.h>
#include <stdio.h>

struct pair { int a, b; };
static int x;

#define MAX(a, b) __extension__ ({ int left = (a), right = (b); left > right ? left : right; })

int main(void) {
    int y = __extension__ ({ x = 2; x++; x; }), sum = 0;
    assert(y == 3);
    y += MAX(x++ ? 4 : 5, MAX(x, 1) * 2);
    for (int i = 0; i < 5; i++)
        sum += __extension__ ({ int n = 0; for (int j = 0; j < i; j++) { if (j == 3) break; n += j; } n; });
    struct pair p = __extension__ ({ struct pair q = {y, sum}; q.a++; q; });
    __extension__ ({ ; });
    printf("%d %d %d %d %d\n", x, y, sum, p.a, p.b);
    if (__extension__ ({ int z = p.a; z > 3; })) puts("yes");
    return 0;
}
