#include <stdio.h>

int main(void) {
    _Alignas(8) char a[16] = { 0 };
    int *p = (int *)(a + 4);
    printf("%d\n", p != 0);
    return 0;
}
