// expect: uninitialized
#include <stdio.h>

int main(void) {
    goto in;
    {
        int x = 1;
    in:
        printf("%d\n", x);
    }
    return 0;
}
