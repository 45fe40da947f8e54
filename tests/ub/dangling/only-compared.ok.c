#include <stdio.h>

int main(void) {
    int *p = 0;
    {
        int x = 1;
        p = &x;
        printf("%d\n", p == 0);
    }
    return 0;
}
