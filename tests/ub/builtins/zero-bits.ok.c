#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <limits.h>

static unsigned x = 1;
static long wide[] = {0, 1, -1, 5, -300, LONG_MAX, LONG_MIN};

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static int listed(char *to, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vsprintf(to, format, ap);
    va_end(ap);
    return n;
}

static void bits(void) {
    for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++) {
        long v = wide[i];
        printf("%d %d %d %d %d %d\n", __builtin_popcountl(v), __builtin_parityll(v), __builtin_ffs((int)v),
               __builtin_ffsl(v), __builtin_clrsb((int)v), __builtin_clrsbll(v));
        printf("%x %x %lx\n", __builtin_bswap16((unsigned short)v), __builtin_bswap32((unsigned)v),
               (unsigned long)__builtin_bswap64((unsigned long)v));
        printf("%d %d %d\n", __builtin_clzl((unsigned long)v | 1), __builtin_ctz((unsigned)v | 8), __builtin_popcount((unsigned)v));
    }
    printf("%d %d %d\n", __builtin_clz(x), __builtin_ctzll(1ull << 40), abs(-3) + (int)llabs(-4LL));
}

static void overflow(void) {
    for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++) {
        for (unsigned j = 0; j < sizeof wide / sizeof *wide; j++) {
            int a; unsigned b; signed char c; unsigned long d; long e;
            int r = __builtin_add_overflow(wide[i], wide[j], &a);
            r = r * 2 + __builtin_sub_overflow(wide[i], wide[j], &b);
            r = r * 2 + __builtin_mul_overflow(wide[i], (int)wide[j], &c);
            r = r * 2 + __builtin_add_overflow((unsigned long)wide[i], wide[j], &d);
            r = r * 2 + __builtin_smull_overflow(wide[i], wide[j], &e);
            r = r * 2 + __builtin_add_overflow_p(wide[i], wide[j], (unsigned char)0);
            r = r * 2 + __builtin_mul_overflow_p(wide[i], wide[j], 0);
            printf("%d %d %u %d %lu %ld\n", r, a, b, c, d, e);
        }
    }
}

static void strings(void) {
    char a[32] = "some", b[32];
    strncat(a, " text here", 7);
    printf("%s %s %d\n", a, strstr(a, "te"), strstr(a, "no") == 0);
    printf("%d %d %s\n", (int)strspn(a, "emos"), (int)strcspn(a, " "), strpbrk(a, "xt"));
    printf("%d %d\n", (char *)memchr(a, 't', 12) == a + 5, memchr(a, 'z', 4) == 0);
    char *end = __builtin_stpcpy(b, a);
    *(char *)__builtin_mempcpy(end, "!", 1) = 0;
    char *copy = __builtin_strdup(b);
    printf("%s %d %s\n", b, (int)(end - b), copy);
    free(copy);
    __builtin___memcpy_chk(b, "xyz", 3, __builtin_object_size(b, 0));
    printf("%s %d\n", b, listed(a, "%d-%s", 5, "v"));
    long number = strtol(" -0x1f,", &end, 0);
    printf("%s %ld %d\n", a, number, *end);
}

int main(void) {
    int n[] = {5, -3, 9, 0, 5, 2}, key = 9;
    bits();
    overflow();
    strings();
    qsort(n, 6, sizeof *n, by_value);
    for (int i = 0; i < 6; i++) printf("%d ", n[i]);
    printf("%d\n", (int)((int *)bsearch(&key, n, 6, sizeof *n, by_value) - n));
    __builtin_prefetch(n, 1, 2);
    if (__builtin_expect_with_probability(x == 1, 1, 0.9) && __builtin_object_size(n, 0) >= sizeof n) puts("likely");
    srand(7);
    printf("%d\n", __builtin_classify_type(n) + __builtin_classify_type(1.5));
    return 0;
}
