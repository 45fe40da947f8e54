// expect: dangling-read
#include <stdio.h>

int main(void) {
    int *p = 0;
    int n = 0;
    again:
    if (n == 1) {
        printf("%d\n", *p);
        return 0;
    }
    {
        int x = 7;
        p = &x;
        n++;
        goto again;
    }
    return 0;
}
