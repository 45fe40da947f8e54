// expect: index-out-of-bounds
#include <stdio.h>

struct flexible {
    int count;
    char data[];
};

union room {
    struct flexible f;
    char bytes[16];
};

int main(void) {
    union room r;
    r.f.count = 13;
    for (int i = 0; i < r.f.count; i++)
        r.f.data[i] = (char)i;
    printf("%d %d\n", r.f.count, r.f.data[3]);
    return 0;
}
