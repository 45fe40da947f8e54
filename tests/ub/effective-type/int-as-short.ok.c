// characters may look at everything
#include <stdio.h>

int main(void) {
    int i = 1;
    printf("%d\n", *(char *)&i);
    return 0;
}
