// expect: effective-type
#include <stdio.h>
#include <string.h>

int main(void) {
    float f = 1;
    int i = *(int *)&f;
    printf("%d\n", i);
    return 0;
}
