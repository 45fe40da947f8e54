#include <stdio.h>
#include <string.h>

int main(void) {
    struct s { int c; int i; } a = { 1, 2 }, b = { 1, 2 };
    printf("%d\n", memcmp(&a, &b, sizeof a));
    return 0;
}
