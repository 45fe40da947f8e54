// expect: unspecified-pointer-equality
#include <stdio.h>

int main(void) {
    const char *p = "same", *q = "same";
    printf("%d\n", (p == q) * 0 + 1);
    return 0;
}
