// expect: overlapping-copy
#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[16] = "abc";
    sprintf(b + 1, b);
    printf("%s\n", b);
    return 0;
}
