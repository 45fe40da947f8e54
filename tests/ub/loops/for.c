// expect: endless-loop
#include <stdio.h>

int main(void) {
    int x = 1;
    for (int i = 0; i < x;)
        ;
    printf("%d\n", x);
    return 0;
}
