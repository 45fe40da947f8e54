// expect: endless-loop
#include <stdio.h>

int main(void) {
    int a[2] = { 1, 2 };
    for (;a[0] < a[1];) {
        if (a[0] == 2)
            break;
    }
    printf("%d\n", a[0]);
    return 0;
}
