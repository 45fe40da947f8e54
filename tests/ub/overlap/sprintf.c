// expect: overlapping-copy
#include <stdio.h>

int main(void) {
    char text[20] = "abc";
    sprintf(text, "%s!", text);
    puts(text);
    return 0;
}
