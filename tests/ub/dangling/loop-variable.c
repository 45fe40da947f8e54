// expect: dangling-read
#include <stdio.h>

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (p)
            printf("%d\n", *p);
        p = &x;
    }
    return 0;
}
