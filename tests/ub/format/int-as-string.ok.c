#include <stdio.h>

int main(void) {
    printf("%s\n", "1");
    return 0;
}
