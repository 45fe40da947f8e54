// expect: effective-type
// a pointer may be to the lanes of a vector, by their own type
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
    four v = {1, 2, 3, 4};
    printf("%d\n", *((short *)&v + 2));
    return 0;
}
