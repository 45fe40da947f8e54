#include <stdio.h>

int main(void) {
    const char *p = "same", *q = p;
    printf("%d\n", p == q);
    return 0;
}
