#include <stdio.h>

int main(void) {
    char a[4];
    snprintf(a, sizeof a, "%d", 1234);
    printf("%s\n", a);
    return 0;
}
