// expect: uninitialized
// each time its block is entered, a variable starts without a value
#include <stdio.h>

int main(void) {
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 1;
        printf("%d\n", x);
    }
    return 0;
}
