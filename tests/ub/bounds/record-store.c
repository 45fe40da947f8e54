// expect: out-of-bounds
int printf(const char *, ...);
struct s {
    long a[2];
} v[8], w[8], x[8];
int main(void) {
    struct s *p = w + 8;
    p->a[0] = 42; /* one past the last element is no element */
    printf("%ld %ld\n", v[0].a[0], x[0].a[0]);
    return 0;
}
