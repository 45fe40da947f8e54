#include <stdio.h>

int main(void) {
    struct __attribute__((packed)) { char c; int i; } s = { 1, 2 };
    int i = s.i;
    printf("%d\n", i);
    return 0;
}
