/* compiler: gcc 12.2.0 (Debian 12.2.0-14+deb12u1) and gcc 11.3.0, x86_64, -O2 and -Os (the program that it was found in: -O3 as well); -O1, -fno-ipa-sra and clang 14 to 19 are right
   wrong:    a structure that is passed by value has a vector, one lane of which is read by a variable index and written by
             a constant one: the parameter is taken apart (ipa-sra), and what is written is lost for the next read
   expected: 1
   actual:   0
*/
#include <stdio.h>

typedef long pair __attribute__((vector_size(16)));

struct S {
    pair lanes;
    int b;
};

struct S s;
int last;
void use(long n) {}
void (*call)(long) = use;

static void f(struct S c)
{
    for (int h = 0; h != 3; h++) {
        for (int i = 0; i < 1; i++) {
            call(c.lanes[i]);
            last = c.lanes[0];
        }
        c.lanes[0] = 1;
    }
}

int main(void)
{
    f(s);
    printf("%d\n", last);
    return 0;
}
