// memcpy carries the effective type along (C17 6.5p6)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    float f = 1;
    float *p = malloc(sizeof f);
    memcpy(p, &f, sizeof f);
    printf("%g\n", *p);
    free(p);
    return 0;
}
