int printf(const char *, ...);
struct s {
    int a, b;
} w[2], x[2];
int main(void) {
    struct s *p = w + 1;
    x[0].b = p[0].b;
    printf("%d\n", x[0].b);
    return 0;
}
