// expect: uninitialized
#include <stdio.h>

int main(void) {
    int x;
    if (x)
        printf("yes\n");
    else
        printf("no\n");
    return 0;
}
