#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[16] = "abc";
    snprintf(b + 4, sizeof b - 4, "%s", b);
    printf("%s%s\n", b, b + 4);
    return 0;
}
