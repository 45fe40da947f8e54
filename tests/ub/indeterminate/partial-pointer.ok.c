#include <stdio.h>
#include <string.h>

int main(void) {
    int x, *p = &x, *q;
    memcpy(&q, &p, sizeof q);
    printf("%d\n", q == p);
    return 0;
}
