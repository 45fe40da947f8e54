// nothing is written if there is no room, and no more than there is room for
#include <stdio.h>

int main(void) {
    char text[20] = "%d";
    printf("%d\n", snprintf(text, 0, text, 1));
    printf("%d\n", snprintf(text + 3, sizeof text - 3, text, 1));
    puts(text + 3);
    return 0;
}
