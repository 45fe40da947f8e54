#include <stdio.h>
#include <limits.h>

int main(void) {
    struct { int part : 5; } s = { 15 };
    s.part++;
    printf("%d\n", s.part);
    return 0;
}
