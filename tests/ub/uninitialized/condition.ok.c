#include <stdio.h>

int main(void) {
    int x = 0;
    if (x)
        printf("yes\n");
    else
        printf("no\n");
    return 0;
}
