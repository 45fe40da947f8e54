// the member was stored last
#include <stdio.h>

union u {
    char c;
    int i;
};

int main(void) {
    union u u = {.c = 1};
    u.i = 2;
    u.i++;
    printf("%d\n", u.i);
    return 0;
}
