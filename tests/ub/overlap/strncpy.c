// expect: overlapping-copy
#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[16] = "abc";
    strncpy(b + 2, b, 4);
    printf("%s\n", b);
    return 0;
}
