// expect: unspecified-value
#include <stdio.h>
#include <string.h>

struct item {
    char tag;
    int value;
};

static struct item items[100];

int main(void) {
    unsigned char byte;
    for (int round = 0; round < 20; round++)
        for (int i = 0; i < 100; i++)
            items[i].value += i;
    memset(&items[50], 0, sizeof items[50]);
    items[50].tag = 1;
    memcpy(&byte, (char *)&items[50] + 1, 1);
    printf("%d %d\n", byte, items[99].value);
    return 0;
}
