// expect: signed-overflow
#include <stdio.h>
#include <limits.h>

int main(void) {
    int a[1] = { INT_MAX };
    a[0]++;
    printf("%d\n", a[0]);
    return 0;
}
