#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[16] = "abc";
    sprintf(b + 4, "%.3s!", b);
    printf("%s\n", b + 4);
    return 0;
}
