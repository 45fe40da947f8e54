#include <stdio.h>

int main(int argc, char **argv) {
    int n = argc + 2;
    int a[n];
    int i;
    for (i = 0; i < n; i++)
        a[i] = i;
    printf("%d %d\n", a[n - 1], (int)sizeof(a));
    return 0;
}
