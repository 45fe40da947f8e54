// expect: temporary-modified
int printf(const char *, ...);
struct s {
    int a[3];
} s = {{1, 2, 3}}, t = {{4, 5, 6}};
int k = 1;
int main(void) {
    (k ? s : t).a[1] = 7;
    printf("%d %d\n", s.a[1], t.a[1]);
    return 0;
}
