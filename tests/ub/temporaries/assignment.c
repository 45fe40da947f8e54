// expect: temporary-modified
int printf(const char *, ...);
struct in {
    char c[2];
};
struct s {
    struct in in;
} s, t = {{{1, 2}}};
int main(void) {
    (s = t).in.c[0] = 9;
    printf("%d\n", s.in.c[0]);
    return 0;
}
