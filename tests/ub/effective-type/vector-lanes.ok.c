// a pointer may be to the lanes of a vector, by their own type
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
    four v = {1, 2, 3, 4};
    *((int *)&v + 3) = 7;
    printf("%d %d\n", *((int *)&v + 2), v[3]);
    return 0;
}
