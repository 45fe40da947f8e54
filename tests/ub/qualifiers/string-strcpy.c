// expect: string-modified
#include <stdio.h>
#include <string.h>

int main(void) {
    char *s = "text";
    strcpy(s, "new");
    printf("%s\n", s);
    return 0;
}
