/* compiler: gcc 12.2.0 (Debian 12.2.0-14+deb12u1) and gcc 11.3.0, x86_64, -O0 -fsanitize=undefined; clang 19 is right
   wrong:    x + c + y is put in another order where the lanes are signed, and x + y is then reported to overflow,
             which the program never computes
   expected: 5512
   actual:   runtime error: signed integer overflow: 510 + 32767 cannot be represented in type 'short int'
*/
#include <stdio.h>

typedef short lanes __attribute__((vector_size(16)));

lanes x = {510}, y = {32767};

int main(void)
{
    lanes sum = x + (short)-27765 + y;
    printf("%d\n", sum[0]);
    return 0;
}
