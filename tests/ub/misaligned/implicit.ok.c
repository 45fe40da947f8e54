#include <stdio.h>

int main(void) {
    _Alignas(8) char a[16] = { 0 };
    void *v = a + 8;
    int *p = v;
    printf("%d\n", p != 0);
    return 0;
}
