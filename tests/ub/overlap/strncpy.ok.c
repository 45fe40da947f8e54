#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[16] = "abc";
    strncpy(b + 4, b, 4);
    printf("%s\n", b + 4);
    return 0;
}
