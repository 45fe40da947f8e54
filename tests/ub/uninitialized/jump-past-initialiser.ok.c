#include <stdio.h>

int main(void) {
    goto in;
    {
        int x = 1;
    in:
        x = 2;
        printf("%d\n", x);
    }
    return 0;
}
