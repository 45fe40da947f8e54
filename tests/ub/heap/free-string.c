// expect: bad-free
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    free("text");
    printf("done\n");
    return 0;
}
