// expect: endless-loop
#include <stdio.h>

int main(void) {
    int x = 1;
    while (x)
        ;
    printf("%d\n", x);
    return 0;
}
