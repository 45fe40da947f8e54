#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[16] = "abc";
    strcat(b, "abc");
    printf("%s\n", b);
    return 0;
}
