#include <stdio.h>

int main(void) {
    char text[20] = "abc";
    sprintf(text + 4, "%s!", text);
    puts(text + 4);
    return 0;
}
