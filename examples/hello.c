/* A program for `assay run`: it finishes, and prints what a compiled one would print. */
#include <stdio.h>

static int collatz(unsigned n) {
    int steps = 0;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

int main(void) {
    int longest = 1;
    for (int n = 2; n <= 1000; n++)
        if (collatz(n) > collatz(longest))
            longest = n;
    printf("hello: of the first thousand numbers, %d takes longest\n", longest);
    return 0;
}
