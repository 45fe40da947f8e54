/* A variable-length array is C, and not in the subset: `assay run` says so, and where. */
#include <stdio.h>

int main(int argc, char **argv) {
    int a[argc];
    a[0] = 3;
    printf("%d\n", a[0]);
    return 0;
}
