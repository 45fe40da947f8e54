/* A program with a bug that most runs do not show: `assay run` says where it is. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int middle(int low, int high) {
    return (low + high) / 2;
}

int main(void) {
    int *values = malloc(2 * sizeof *values);
    values[0] = INT_MAX - 2;
    values[1] = INT_MAX;
    printf("%d\n", middle(values[0], values[1]));
    free(values);
    return 0;
}
