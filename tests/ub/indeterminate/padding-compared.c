// expect: unspecified-value
#include <stdio.h>
#include <string.h>

int main(void) {
    struct s { char c; int i; } a = { 1, 2 }, b = { 1, 2 };
    printf("%d\n", memcmp(&a, &b, sizeof a) * 0);
    return 0;
}
