/* compiler: clang 14.0.6, 16.0.6, 19.1.7 (Debian) -O0, x86_64
   wrong:    an index far behind a string literal, which is never evaluated, makes an address that does not link; the same
             with a variable, as in unsigned char a[27]; never && a[2147483647]; -mcmodel=large is right
   expected: 0
   actual:   relocation truncated to fit: R_X86_64_PC32 against `.L.str'
*/
#include <stdio.h>

int main(void)
{
    int never = 0;
    if (never && "string"[2147483647])
        never = 1;
    printf("%d\n", never);
    return 0;
}
