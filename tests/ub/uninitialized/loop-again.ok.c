// each time its block is entered, a variable starts without a value
#include <stdio.h>

int main(void) {
    int x;
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            x = 1;
        printf("%d\n", x);
    }
    return 0;
}
