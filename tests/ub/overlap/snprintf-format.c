// expect: overlapping-copy
#include <stdio.h>

int main(void) {
    char text[20] = "%d";
    snprintf(text, sizeof text, text, 1);
    puts(text);
    return 0;
}
