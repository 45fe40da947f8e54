// expect: dangling-read
#include <stdio.h>

int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    printf("%d\n", *p);
    return 0;
}
