#include <stdio.h>

int main(void) {
    int x = 0, *p = &x;
    printf("%d\n", __atomic_fetch_add(p, 1, 5));
    return 0;
}
