#include <stdio.h>
#include <stdlib.h>

int main(void) {
    free(0);
    printf("done\n");
    return 0;
}
