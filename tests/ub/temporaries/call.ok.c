int printf(const char *, ...);
struct s {
    int a[3];
};
static struct s f(void) {
    struct s s = {{1, 2, 3}};
    return s;
}
int main(void) {
    struct s s = f();
    s.a[0] = 3;
    printf("%d\n", s.a[0]);
    return 0;
}
