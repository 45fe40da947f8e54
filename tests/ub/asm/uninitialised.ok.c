#include <stdio.h>

static int g = 7;

static int hidden(int x) {
    int y;
    __asm__ ("" : "=r" (y) : "0" (x));
    return y;
}

int main(void) {
    int x = 5, *p = &x, a[3] = {1, 2, 3};
    unsigned char c = 200;
    double d = 1.5;
    __asm__ volatile ("" : "+r" (x));
    __asm__ ("" : "+m" (g), "+g" (c) : "r" (p), "m" (a) : "memory");
    __asm__ volatile ("" : [out] "+r" (p) : [in] "i" (3) : "memory", "cc");
    __asm__ ("" : "+m" (d));
    __asm__ goto ("" : : : : never);
    *p += hidden(g) + c + a[1];
    printf("%d %d %u %.1f\n", x, g, c, d);
    __asm__ volatile ("");
#if defined(__x86_64__)
    __asm__ goto ("jmp %l0" : : : : out);
#else
    goto out;
#endif
never:
    puts("never");
out:
    puts("out");
    return 0;
}
