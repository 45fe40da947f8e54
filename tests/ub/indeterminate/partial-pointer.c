// expect: indeterminate
#include <stdio.h>
#include <string.h>

int main(void) {
    int x, *p = &x, *q;
    memcpy(&q, &p, 4);
    printf("%d\n", q == p);
    return 0;
}
