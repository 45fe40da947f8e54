#include <stdio.h>

int main(void) {
    int a[2] = { 1, 2 };
    for (;;) {
        if (a[0] == 1)
            break;
    }
    printf("%d\n", a[0]);
    return 0;
}
