int printf(const char *, ...);
struct s {
    unsigned a : 3, b : 7;
} w[2], x[2];
int main(void) {
    struct s *p = w + 1;
    p->b = 9;
    printf("%u\n", x[0].b);
    return 0;
}
