// expect: noreturn-returned
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void stop(int x) {
    if (x)
        exit(0);
}

int main(void) {
    stop(0);
    printf("back\n");
    return 0;
}
