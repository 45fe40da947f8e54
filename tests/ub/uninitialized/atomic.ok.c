#include <stdio.h>

int main(void) {
    int x;
    __atomic_store_n(&x, 0, 5);
    printf("%d\n", __sync_add_and_fetch(&x, 1));
    return 0;
}
