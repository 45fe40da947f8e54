// expect: out-of-bounds
int printf(const char *, ...);
struct s {
    int k;
    int a[2];
};
int main(void) {
    struct s w[2] = {{1, {2, 3}}, {4, {5, 6}}};
    struct s *p = w;
    p += 2;
    printf("%d\n", (*p).k);
    return 0;
}
