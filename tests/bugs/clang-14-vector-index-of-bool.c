/* compiler: clang 14.0.6, x86_64, -O0 (the program that it was found in: at every level); -O1 and up, clang 16 to 22 and gcc are right
   wrong:    an element of a vector is written by an index of type _Bool: true is taken for another index
   expected: 0
   actual:   1
*/
#include <stdio.h>

unsigned char v __attribute__((vector_size(16))) = {0, 1};

void f(_Bool b)
{
    v[b] = 0;
}

int main(void)
{
    f(1);
    printf("%d\n", v[1]);
    return 0;
}
