/* A promise that is broken: both pointers lead to the same array, so a compiler may copy in any order. */
#include <stdio.h>

static void shift(int *restrict to, const int *restrict from, int count) {
    for (int i = 0; i < count; i++)
        to[i] = from[i];
}

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    shift(a, a + 1, 4);
    printf("%d\n", a[0]);
    return 0;
}
