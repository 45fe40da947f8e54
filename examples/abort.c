/* A program's own failure is its own: exit code 134, as in a shell. */
#include <stdlib.h>

int main(void) {
    abort();
}
