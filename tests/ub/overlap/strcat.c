// expect: overlapping-copy
#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[16] = "abc";
    strcat(b, b);
    printf("%s\n", b);
    return 0;
}
