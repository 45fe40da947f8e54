// expect: unspecified-value
int printf(const char *, ...);
struct s {
    char c;
    int i;
    unsigned f : 3;
};
int main(void) {
    struct s a, b;
    a.c = 1;
    a.i = 2;
    a.f = 3;
    unsigned char *from = (unsigned char *)&a, *to = (unsigned char *)&b, c;
    for (unsigned i = 0; i < sizeof a; i++) {
        c = from[i]; /* padding may be copied */
        to[i] = c;
    }
    printf("%d %d %d\n", b.c, b.i, b.f);
    if (to[1] > 200) { /* and nothing may depend on it */
        printf("more\n");
    }
    return 0;
}
