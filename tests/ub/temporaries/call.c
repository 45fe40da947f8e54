// expect: temporary-modified
int printf(const char *, ...);
struct s {
    int a[3];
};
static struct s f(void) {
    struct s s = {{1, 2, 3}};
    return s;
}
int main(void) {
    f().a[0] = 3;
    printf("%d\n", f().a[0]);
    return 0;
}
