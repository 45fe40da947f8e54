// expect: format
#include <stdio.h>

int main(void) {
    printf("%");
    printf("\n");
    return 0;
}
