// expect: effective-type
#include <stdio.h>

int main(void) {
    int x = 1, *p = &x;
    float **q = (float **)&p;
    printf("%d\n", *q == 0);
    return 0;
}
