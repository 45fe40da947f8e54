#include <stdio.h>

struct item {
    long long id;
    int few : 3, more : 4;
    char tag;
};

static struct item items[100];

int main(void) {
    for (int i = 0; i < 99; i++)
        items[i].more = i & 3;
    printf("%d %d\n", ((unsigned char *)&items[99])[13], items[99].more);
    return 0;
}
