// expect: out-of-bounds
int printf(const char *, ...);
struct s {
    int a, b;
} w[4];
int main(void) {
    struct s *end = w + 4;
    int *q = &end->b; /* C17 6.5.3.2p3 excuses `&*p` and `&p[n]`, not this */
    printf("%d\n", q != 0);
    return 0;
}
