// expect: string-modified
#include <stdio.h>

int main(void) {
    char *s = "text";
    s[0] = 'T';
    printf("%s\n", s);
    return 0;
}
