#include <stdio.h>
#include <string.h>

int main(void) {
    float f = 1;
    int i;
    memcpy(&i, &f, sizeof i);
    printf("%d\n", i);
    return 0;
}
