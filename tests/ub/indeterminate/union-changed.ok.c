// the member was stored last
#include <stdio.h>

union u {
    char c;
    float f;
};

int main(void) {
    union u u = {.c = 1};
    u.f = 2.0f;
    u.f += 1.0f;
    printf("%d\n", (int)u.f);
    return 0;
}
