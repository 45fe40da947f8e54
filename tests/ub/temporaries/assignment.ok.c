int printf(const char *, ...);
struct in {
    char c[2];
};
struct s {
    struct in in;
} s, t = {{{1, 2}}};
int sum(const char *p) {
    return p[0] + p[1];
}
int main(void) {
    printf("%d ", sum((s = t).in.c));
    s.in.c[0] = 9;
    printf("%d %d\n", s.in.c[0], t.in.c[0]);
    return 0;
}
