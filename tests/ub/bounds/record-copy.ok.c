int printf(const char *, ...);
struct s {
    int a, b;
} w[4] = {{1, 2}}, x[4];
int main(void) {
    struct s *p = x + 3;
    *p = w[0];
    printf("%d\n", x[3].a);
    return 0;
}
