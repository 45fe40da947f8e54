/* What it prints depends on which call comes first, and C does not say: `assay run` refuses to guess. */
#include <stdio.h>

static int next = 1;

static int take(void) {
    return next++;
}

int main(void) {
    printf("%d\n", take() - 2 * take());
    return 0;
}
