// expect: restrict
#include <stdio.h>
#include <string.h>

static char area[1000];

static int mix(char *restrict to, char *restrict from, int n) {
    memset(to, 1, 100);
    for (int i = 0; i < n; i++)
        from[i] += (char)i;
    return to[99];
}

int main(void) {
    printf("%d\n", mix(area + 30, area + 128, 40));
    return 0;
}
