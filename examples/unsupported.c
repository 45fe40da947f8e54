/* A complex number is C, and not in the subset: `assay run` says so, and where. */
#include <stdio.h>

int main(void) {
    double _Complex a = 3.0;
    printf("%d\n", a == 3.0);
    return 0;
}
